/** The footer's edge: a row of neighbours' roofs with the washing out, repeated as far as the screen goes. */
export function Rooftops() {
  return (
    <svg aria-hidden="true" width="100%" height="64" className="block">
      <defs>
        <pattern id="rooftops" width="520" height="64" patternUnits="userSpaceOnUse">
          <path
            className="fill-sunken"
            d="M0 64V46l34-24 34 24h10V34h46l12-14h44l12 14v12h22V30h10v16h14l26-30 26 30h18V38h70v8h16l38-26 38 26h18V34h8v12h24v18Z"
          />
          <path className="fill-none stroke-line-strong" strokeWidth="1.5" d="M68 40q5 4 10-3M330 40q-15 8-34 4" />
        </pattern>
      </defs>
      <rect width="100%" height="64" fill="url(#rooftops)" />
    </svg>
  )
}
