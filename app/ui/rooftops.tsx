/** The footer's edge: a row of roofs, repeated across the screen. */
export function Rooftops() {
  return (
    <svg aria-hidden="true" width="100%" height="76" className="-mb-px block">
      <defs>
        <pattern id="rooftops" width="680" height="76" patternUnits="userSpaceOnUse">
          <g className="fill-sunken" fillRule="evenodd">
            <path d="M0 71h680v5H0z" />
            <path d="M14 76V46H6l36-28 36 28h-8v30zM34 52v13h16V52z" />
            <path d="M98 76V54h-7l5-12h72l5 12h-7v22zM108 58v10h24V58z" />
            <path d="M196 76V50h-10l28-36h18l28 36h-10v26zM214 54v11h18V54z" />
            <path d="M320 76V34h-8l38-28 38 28h-8v42zM334 42v11h12V42zM354 42v11h12V42zM342 62v14h16V62z" />
            <path d="M408 76V48h-9l20-22h60l20 22h-9v28zM420 54v11h14V54zM442 54v11h14V54zM464 54v11h14V54z" />
            <path d="M582 76V48h-8l33-25 33 25h-8v28zM598 54v12h18V54z" />
          </g>
          <g className="fill-none stroke-sunken" strokeWidth="4" strokeLinecap="round">
            <path
              d={
                'M286 76q1-24-5-42M281 34q-8-10-18-5M281 34q-2-12 8-17M281 34q10-5 17 3M281 34q-9 0-13 ' +
                '9M281 34q7 4 7 12'
              }
            />
            <path
              d={
                'M536 76q0-28 6-48M542 28q-9-9-18-3M542 28q-1-12 8-16M542 28q11-4 17 5M542 28q-9 1-12 ' +
                '10M542 28q7 4 7 12M662 76q0-18-4-30M658 46q-7-7-14-3M658 46q0-9 7-12M658 46q8-3 13 4'
              }
            />
          </g>
        </pattern>
      </defs>
      <rect width="100%" height="76" fill="url(#rooftops)" />
    </svg>
  )
}
