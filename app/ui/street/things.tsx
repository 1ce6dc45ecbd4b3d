type Place = { x: number; y: number }

/** A coconut palm; `lean` is 1 to the right, -1 to the left. */
export function Palm({ x, y, height, lean = 1 }: Place & { height: number; lean?: 1 | -1 }) {
  return (
    <g transform={`translate(${x} ${y}) scale(${lean} 1)`}>
      <path
        className="fill-none stroke-scene-trunk"
        strokeWidth="13"
        strokeLinecap="round"
        d={`M0 0Q8 ${-height * 0.6} 34 ${-height}`}
      />
      <g transform={`translate(34 ${-height})`} className="fill-scene-leaf-deep">
        <path d="M0 0c-16-30-50-42-84-26 34-2 60 8 84 26Z" />
        <path d="M0 0c6-34 38-54 76-44C46-36 22-22 0 0Z" />
        <path d="M0 0c-30-8-66 8-78 46C-54 18-30 6 0 0Z" />
      </g>
      <g transform={`translate(34 ${-height})`} className="fill-scene-leaf">
        <path d="M0 0C-10-36-34-58-58-58 -32-44-16-26 0 0Z" />
        <path d="M0 0c30-18 68-10 86 24C58 6 32 0 0 0Z" />
        <path d="M0 0c22 8 42 34 36 66C30 38 18 18 0 0Z" />
        <path d="M0 0c-14 14-28 40-20 66C-14 40-8 22 0 0Z" />
      </g>
      <g transform={`translate(34 ${-height})`} className="fill-scene-wood-deep">
        <circle cx="-7" cy="9" r="8" />
        <circle cx="8" cy="10" r="8" />
      </g>
    </g>
  )
}

/** Laundry on a line, from one wall to the next. */
export function Laundry({ x, y, width }: Place & { width: number }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <path
        className="fill-none stroke-scene-wood-deep"
        strokeWidth="2"
        d={`M-30 18Q${width / 2} 26 ${width} 0`}
      />
      <path className="fill-scene-flower" d="M-16 19l10 4h8l8-2 10 10-8 8-4-4v28h-22V34l-5 4-7-9Z" />
      <path className="fill-scene-wall" d="M38 22h22l2 46H36z" />
      <path className="fill-scene-blue" d="M68 16h22l4 44H82l-3-26-4 27H63Z" />
    </g>
  )
}

export function PottedPlants({ x, y }: Place) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <path
        className="fill-scene-leaf-deep"
        d="M14-26C0-46-6-60-2-74 10-66 16-50 16-26Zm2 0c-2-26 4-46 14-58C40-66 34-44 16-26Z"
      />
      <path
        className="fill-scene-leaf"
        d="M16-26C24-46 38-54 50-52 46-38 34-28 16-26ZM14-26C2-40-12-44-22-40-18-28-4-22 14-26Z"
      />
      <path className="fill-scene-clay" d="M-4-30h40l-5 30H1z" />
      <path className="fill-scene-clay-deep" d="M-7-33h46v8H-7z" />
      <path className="fill-scene-leaf" d="M50-20c-8-12-6-24 4-30 10 4 14 18 8 30Z" />
      <circle className="fill-scene-flower" cx="52" cy="-48" r="6" />
      <circle className="fill-scene-flower" cx="63" cy="-40" r="5" />
      <path className="fill-scene-blue" d="M42-22h28l-4 22H46z" />
    </g>
  )
}

/** A tricycle with a tent and a ladder on its roof. */
export function Tricycle({ x, y }: Place) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <g>
        <path
          className="stroke-scene-wood"
          strokeWidth="5"
          strokeLinecap="round"
          d="M-22-126h150M-22-112h150"
        />
        <path
          className="stroke-scene-wood"
          strokeWidth="4"
          d="M-6-126v14M20-126v14M46-126v14M72-126v14M98-126v14M120-126v14"
        />
        <rect className="fill-scene-leaf" x="10" y="-144" width="72" height="20" rx="10" />
        <path className="stroke-scene-leaf-deep" strokeWidth="4" d="M28-144v20M64-144v20" />
      </g>
      <path className="fill-scene-clay" d="M-10-104q2-8 12-8h92q10 0 12 8v6H-10z" />
      <path className="fill-scene-gold" d="M-6-60h72q10 0 12 10l4 32H-6z" />
      <path className="fill-scene-clay" d="M-6-40h86l2 10H-6z" />
      <path
        className="fill-none stroke-scene-wood-deep"
        strokeWidth="5"
        d="M-4-98v42M100-98l-6 44M62-98v40"
      />
      <path className="fill-scene-hair" d="M18-84a11 12 0 0 1 22 0l2 12H16Z" />
      <circle className="fill-scene-skin" cx="30" cy="-82" r="8.5" />
      <path className="fill-scene-blue" d="M14-58c0-12 6-15 16-15s16 3 16 15Z" />
      <path
        className="fill-none stroke-scene-hair"
        strokeWidth="5"
        strokeLinecap="round"
        d="M84-18l28-26 20-4 16 30M128-48l8-18h12"
      />
      <path className="fill-scene-flower" d="M96-48h34l10 12-36 6z" />
      <path className="fill-scene-wall" d="M98-78c8-4 18-2 20 8l2 20H94z" />
      <path
        className="fill-none stroke-scene-skin-deep"
        strokeWidth="6"
        strokeLinecap="round"
        d="M112-70l14 10 14-6"
      />
      <circle className="fill-scene-skin-deep" cx="108" cy="-90" r="9" />
      <path className="fill-scene-clay-deep" d="M97-92a11 11 0 0 1 21-3l8 3v3Z" />
      <g className="fill-scene-hair">
        <circle cx="12" cy="-14" r="14" />
        <circle cx="84" cy="-16" r="16" />
        <circle cx="148" cy="-16" r="16" />
      </g>
      <g className="fill-scene-road">
        <circle cx="12" cy="-14" r="6" />
        <circle cx="84" cy="-16" r="7" />
        <circle cx="148" cy="-16" r="7" />
      </g>
    </g>
  )
}
