/** Nine portraits for the people of the town. Run this file to write them to public/avatars. */
import { writeFileSync } from 'node:fs'
import { box, dot, ell, join, line, oval, patch, shape } from './parts.ts'

type Face = {
  wall: string
  tone: string
  skin: string
  cloth: string
  /** drawn behind the head, over the face, and over the shoulders */
  behind?: string
  over?: string
  collar?: string
  smile?: 'wide' | 'soft'
}

const ink = '#2e2a42'
const cream = '#fff3dc'

const defs =
  '<defs><linearGradient id="shade" x1="0" y1="0" x2="1" y2=".22"><stop offset=".68" stop-color="#2a1c46" stop-opacity="0"/><stop offset=".68" stop-color="#2a1c46" stop-opacity=".15"/></linearGradient></defs>'

function portrait({
  wall,
  tone,
  skin,
  cloth,
  behind = '',
  over = '',
  collar = '',
  smile = 'soft',
}: Face): string {
  const mouth =
    smile === 'wide'
      ? patch('M104 130 Q120 136 136 130 Q133 148 120 148 Q107 148 104 130Z', '#fffaf0') +
        line('M103 129 Q120 136 137 129', '#9c4a42', 3)
      : line('M106 133 Q120 145 134 133', '#9c4a42', 4)
  return join(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 240" width="240" height="240">',
    defs,
    `<rect width="240" height="240" fill="${wall}"/>`,
    dot(120, 112, 88, tone),
    behind,
    shape('M36 240 Q38 186 92 176 L120 172 L148 176 Q202 186 204 240Z', cloth),
    shape('M101 150 H139 V176 Q120 196 101 176Z', skin),
    patch('M101 152 Q120 168 139 152 V164 Q120 178 101 164Z', '#2a1c46', 0.14),
    collar,
    oval(74, 110, 10, 13, skin),
    oval(166, 110, 10, 13, skin),
    shape('M76 96 Q76 54 120 54 Q164 54 164 96 Q166 158 120 162 Q74 158 76 96Z', skin),
    ell(92, 126, 10, 7, '#e8695a', 0.28),
    ell(148, 126, 10, 7, '#e8695a', 0.28),
    dot(102, 107, 4.6, ink),
    dot(138, 107, 4.6, ink),
    dot(103.5, 105.5, 1.4, '#ffffff'),
    dot(139.5, 105.5, 1.4, '#ffffff'),
    line('M94 96 Q102 91 109 95 M131 95 Q138 91 146 96', '#3a2a2a', 3.4),
    line('M119 112 Q114 121 121 122', '#2a1c46', 3, 0.35),
    mouth,
    over,
    '</svg>',
  )
}

const glasses = (frame: string) =>
  ['102', '138']
    .map(
      (x) =>
        `<circle cx="${x}" cy="108" r="15" fill="#ffffff" fill-opacity=".22" stroke="${frame}" stroke-width="3.6"/>`,
    )
    .join('') + line('M117 106 Q120 103 123 106 M87 104 L76 101 M153 104 L164 101', frame, 3.6)

// prettier-ignore
const faces: Face[] = [
  {
    wall: '#f09d8a', tone: '#f6c3b0', skin: '#d9a06f', cloth: '#2f7a6b', smile: 'wide',
    behind: shape('M58 190 Q46 110 62 80 Q78 38 120 38 Q162 38 178 80 Q194 110 182 190 Q150 204 120 200 Q90 204 58 190Z', '#3a2630'),
    over: shape('M72 112 Q70 52 120 48 Q170 52 168 112 Q164 84 138 72 Q112 92 80 90 Q74 98 72 112Z', '#3a2630') + dot(72, 128, 5, '#f4b545') + dot(168, 128, 5, '#f4b545'),
    collar: patch('M92 178 Q120 214 148 178 L142 175 Q120 196 98 175Z', cream),
  },
  {
    wall: '#8dc6c7', tone: '#bcdcd2', skin: '#c68a5c', cloth: '#f0c668', smile: 'wide',
    over: shape('M74 98 Q66 44 118 42 Q174 40 166 98 Q162 84 156 78 Q136 82 110 70 Q96 82 84 80 Q78 86 74 98Z', '#2b2330'),
    collar: shape('M94 176 L120 198 L100 212 L84 182Z', '#f8dd97') + shape('M146 176 L120 198 L140 212 L156 182Z', '#f8dd97'),
  },
  {
    wall: '#f1c79a', tone: '#f7dfc0', skin: '#e0ac7e', cloth: '#7b3a63',
    behind: shape('M66 150 Q52 60 120 42 Q188 60 174 150 Q172 172 160 176 H80 Q68 172 66 150Z', '#33242e'),
    over: shape('M74 108 Q68 50 120 46 Q172 50 166 108 Q160 80 148 74 Q120 82 92 74 Q80 80 74 108Z', '#33242e') + glasses('#c9573f'),
    collar: shape('M96 176 L120 206 L92 222 L82 182Z', '#95527c') + shape('M144 176 L120 206 L148 222 L158 182Z', '#95527c'),
  },
  {
    wall: '#a3c7a6', tone: '#cddfc1', skin: '#bd8358', cloth: '#2d3f66',
    over: join(
      shape('M72 106 Q66 78 78 62 L86 74 Q82 88 80 104Z', '#d8d3cd'), shape('M168 106 Q174 78 162 62 L154 74 Q158 88 160 104Z', '#d8d3cd'), patch('M78 68 Q90 44 120 44 Q150 44 162 68 Q140 58 120 60 Q100 58 78 68Z', '#d8d3cd'),
      patch('M98 128 Q110 120 120 125 Q130 120 142 128 Q134 135 120 131 Q106 135 98 128Z', '#d8d3cd'), line('M93 97 Q101 91 110 96 M130 96 Q139 91 147 97', '#b9b2ad', 4.4), line('M88 84 Q100 80 108 82 M132 82 Q142 80 152 84', '#2a1c46', 2, 0.2),
    ),
    collar: patch('M100 176 L120 204 L140 176 L146 178 L120 216 L94 178Z', cream),
  },
  {
    wall: '#aba9dc', tone: '#cfcbe0', skin: '#d49a69', cloth: '#e8665a', smile: 'wide',
    over: join(patch('M74 100 Q72 86 78 80 H162 Q168 86 166 100 Q160 92 158 84 H82 Q80 92 74 100Z', '#2b2330'), shape('M70 82 Q70 36 120 36 Q170 36 170 82Z', '#3ea5a8'), shape('M66 78 Q120 66 174 78 Q198 84 204 94 Q160 86 120 86 Q90 86 68 90 Q62 84 66 78Z', '#2f8385'), dot(120, 38, 5, '#2f8385'), dot(120, 60, 11, '#f6c453')),
    collar: line('M92 178 Q120 206 148 178', '#b9463d', 7) + line('M108 192 V222 M132 192 V222', cream, 4),
  },
  {
    wall: '#cfabc4', tone: '#e3cbd0', skin: '#c99668', cloth: '#d4503e',
    behind: oval(120, 38, 30, 26, '#b9b4b8') + shape('M68 120 Q60 50 120 46 Q180 50 172 120Z', '#b9b4b8'),
    over: shape('M73 108 Q68 48 120 46 Q172 48 167 108 Q162 78 120 66 Q78 78 73 108Z', '#cdc8ca') + line('M120 48 V64', '#a59fa5', 3, 0.6) + glasses('#7a5a48') + dot(73, 124, 4.5, '#fffaf0') + dot(167, 124, 4.5, '#fffaf0') + line('M88 120 q-4 3 -5 7 M152 120 q4 3 5 7', '#2a1c46', 2, 0.25),
    collar: line('M96 180 Q120 206 144 180', '#fffaf0', 5).replace('stroke-linecap="round"', 'stroke-linecap="round" stroke-dasharray="0.1 8"') + patch('M60 214 q10 -10 20 0 q-10 10 -20 0 M160 214 q10 -10 20 0 q-10 10 -20 0', '#f4b545'),
  },
  {
    wall: '#9ecae6', tone: '#c6dee6', skin: '#d8a377', cloth: '#2f5d83', smile: 'soft',
    behind: shape('M54 200 Q50 40 120 36 Q190 40 186 200 Q150 222 120 222 Q90 222 54 200Z', '#2f8e86'),
    over: join(
      `<path fill-rule="evenodd" d="M58 120 Q58 38 120 36 Q182 38 182 120 Q180 168 150 186 Q120 200 90 186 Q60 168 58 120Z M80 104 Q80 150 120 158 Q160 150 160 104 Q158 66 120 66 Q82 66 80 104Z" fill="#3aa299"/>`,
      patch('M80 98 Q84 64 120 64 Q156 64 160 98 Q152 74 120 72 Q88 74 80 98Z', '#23706a'), line('M72 160 Q110 200 168 150 M70 178 Q120 214 178 168', '#23706a', 4, 0.6), patch('M138 40 Q182 56 182 120 Q180 168 150 186 Q172 120 138 40Z', '#2a1c46', 0.14), dot(152, 172, 6, '#f5c057'),
    ),
  },
  {
    wall: '#cbd88c', tone: '#e2e5b3', skin: '#a87048', cloth: '#e8834f', smile: 'wide',
    over: join(
      patch('M76 112 Q78 168 120 170 Q162 168 164 112 Q158 132 142 124 Q120 114 98 124 Q82 132 76 112Z', '#241d28'), patch('M104 131 Q120 137 136 131 Q133 147 120 147 Q107 147 104 131Z', '#fffaf0'), ell(120, 129.5, 18, 3, '#9c5a4a'),
      ...[[84, 68, 17], [100, 54, 19], [122, 48, 20], [144, 55, 19], [157, 69, 16], [76, 84, 11], [165, 86, 11], [112, 64, 16], [134, 65, 15]].map(([x = 0, y = 0, r = 0]) => dot(x, y, r, '#241d28')),
    ),
    collar: patch('M98 178 Q120 198 142 178 L138 174 Q120 188 102 174Z', '#b95a30') + box(64, 206, 16, 34, 0, '#2f6f5e') + box(160, 206, 16, 34, 0, '#2f6f5e'),
  },
  {
    wall: '#f0c66c', tone: '#f7dfa5', skin: '#efc295', cloth: '#5a9fb0', smile: 'soft',
    behind: shape('M64 140 Q50 44 120 40 Q190 44 176 140 Q174 156 164 156 H76 Q66 156 64 140Z', '#4a2c2a'),
    over: shape('M72 112 Q68 46 120 44 Q172 46 168 112 Q164 98 162 90 H78 Q76 98 72 112Z', '#4a2c2a') + line('M96 62 Q92 74 92 86 M120 60 V86 M144 62 Q148 74 148 86', '#6b4340', 3, 0.8) + dot(170, 74, 8, '#e8665a') + dot(162, 66, 5, '#e8665a'),
    collar: line('M94 178 Q120 204 146 178', cream, 6) + line('M50 214 H190 M44 230 H196', cream, 5, 0.7),
  },
]

export const avatars: string[] = faces.map(portrait)

if (import.meta.main) {
  avatars.forEach((svg, at) =>
    writeFileSync(new URL(`../../../public/avatars/${at + 1}.svg`, import.meta.url), svg + '\n'),
  )
}
