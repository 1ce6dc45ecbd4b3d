export type Palette = {
  /** the wall behind the thing, the shape on it, and the floor under it */
  sky: string
  tone: string
  floor: string
  /** the colours of the thing itself */
  main: string
  second: string
  third: string
  accent: string
  metal: string
  ink: string
  cream: string
}

const cream = '#fff3dc'
const ink = '#2e2a42'

/** A colour on the way from one to another. @example mix('#000000', '#ffffff', 0.5) is '#808080' */
function mix(from: string, to: string, part: number): string {
  const channel = (hex: string, at: number) => parseInt(hex.slice(1 + at * 2, 3 + at * 2), 16)
  const mixed = [0, 1, 2].map((at) =>
    Math.round(channel(from, at) + (channel(to, at) - channel(from, at)) * part),
  )
  return '#' + mixed.map((value) => value.toString(16).padStart(2, '0')).join('')
}

type Colours = Pick<Palette, 'sky' | 'floor' | 'main' | 'second' | 'third' | 'accent'>

function palette(colours: Colours): Palette {
  return {
    ...colours,
    metal: '#bcc3cb',
    tone: mix(colours.sky, cream, 0.45),
    ink,
    cream,
  }
}

/** The same room in a lighter key, for the second picture of a thing. */
export function lighter(colours: Palette): Palette {
  return {
    ...colours,
    sky: mix(colours.sky, cream, 0.62),
    tone: mix(colours.sky, cream, 0.15),
    floor: mix(colours.floor, cream, 0.25),
  }
}

export const palettes = {
  cameras: palette({
    sky: '#f1c79a',
    floor: '#d9935f',
    main: '#3c3b54',
    second: '#c9573f',
    third: '#4f9a94',
    accent: '#f4b545',
  }),
  camping: palette({
    sky: '#a3c7a6',
    floor: '#6fa07f',
    main: '#2f6f5e',
    second: '#e8834f',
    third: '#f3c15c',
    accent: '#cf4f3e',
  }),
  tools: palette({
    sky: '#f0c66c',
    floor: '#d99a45',
    main: '#2f8389',
    second: '#d8523d',
    third: '#e98a3c',
    accent: '#fbe3a4',
  }),
  party: palette({
    sky: '#f0a08c',
    floor: '#d9736a',
    main: '#c43f4e',
    second: '#f6c14e',
    third: '#3b8f93',
    accent: '#7a4b85',
  }),
  sports: palette({
    sky: '#8dc6c7',
    floor: '#e6cf9f',
    main: '#e4693f',
    second: '#2c5f78',
    third: '#f5be50',
    accent: '#d8434a',
  }),
  music: palette({
    sky: '#dcaf87',
    floor: '#b97b56',
    main: '#b3602f',
    second: '#7a3b2c',
    third: '#2f7c80',
    accent: '#e9b04a',
  }),
  gaming: palette({
    sky: '#aba9dc',
    floor: '#8380c4',
    main: '#4a4a8c',
    second: '#e8665a',
    third: '#3ea5a8',
    accent: '#f6c453',
  }),
  kitchen: palette({
    sky: '#b4dac6',
    floor: '#7fb8a0',
    main: '#d4503e',
    second: '#2f7a6b',
    third: '#f2b750',
    accent: '#8c5137',
  }),
  baby: palette({
    sky: '#f4c3c6',
    floor: '#e39aa2',
    main: '#5a9fb0',
    second: '#f08a74',
    third: '#f6c565',
    accent: '#8a76b5',
  }),
  travel: palette({
    sky: '#9ecae6',
    floor: '#6fa3c9',
    main: '#ee7562',
    second: '#2f5d83',
    third: '#f5c057',
    accent: '#2f8e86',
  }),
  formal: palette({
    sky: '#cfabc4',
    floor: '#a97a9d',
    main: '#7b3a63',
    second: '#2d3f66',
    third: '#2c7865',
    accent: '#e6b45c',
  }),
  garden: palette({
    sky: '#cbd88c',
    floor: '#9bb25c',
    main: '#3f8a4f',
    second: '#dd5f3d',
    third: '#f3bd45',
    accent: '#2f6a72',
  }),
} satisfies Record<string, Palette>
