type Place = { x: number; y: number }

/** Two neighbours: she hands something over the fence to him. */
export function FencePassing({ x, y }: Place) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <Lender />
      <Borrower />
      <Fence />
      <Guitar />
      <g className="fill-none" strokeLinecap="round" strokeWidth="11">
        <path className="stroke-scene-skin" d="M-72-118q14 20 40 14" />
        <path className="stroke-scene-skin-deep" d="M82-120q-18 14-34 2" />
      </g>
    </g>
  )
}

function Lender() {
  return (
    <g>
      <path className="stroke-scene-skin" strokeWidth="9" strokeLinecap="round" d="M-94-22V-4M-76-22V-4" />
      <path className="fill-scene-hair" d="M-101-4h14v6h-18zM-82-4h14v6h-18z" />
      <path className="fill-scene-blue" d="M-100-124q14-10 28 0l6 44 10 60q-29 10-60 0l10-60Z" />
      <g className="fill-scene-wall">
        <circle cx="-92" cy="-58" r="3" />
        <circle cx="-76" cy="-50" r="3" />
        <circle cx="-98" cy="-36" r="3" />
        <circle cx="-82" cy="-32" r="3" />
        <circle cx="-68" cy="-34" r="3" />
        <circle cx="-84" cy="-76" r="3" />
      </g>
      <path className="fill-scene-skin" d="M-91-134h12v14h-12z" />
      <circle className="fill-scene-hair" cx="-104" cy="-158" r="10" />
      <circle className="fill-scene-skin" cx="-84" cy="-147" r="18" />
      <path
        className="fill-scene-hair"
        d="M-103-146c-3-18 8-25 20-24 10 1 16 7 17 14-14-2-20-2-25 4-3 6-6 10-8 16-3-3-4-6-4-10Z"
      />
      <circle className="fill-scene-flower" cx="-96" cy="-163" r="5" />
      <path
        className="fill-none stroke-scene-hair"
        strokeWidth="2.2"
        strokeLinecap="round"
        d="M-78-137q5 3 9-1M-77-149h3M-70-149h1"
      />
    </g>
  )
}

function Borrower() {
  return (
    <g>
      <path
        className="fill-none stroke-scene-blue"
        strokeWidth="15"
        strokeLinecap="round"
        d="M84-62V-14M102-62V-14"
      />
      <path className="fill-scene-hair" d="M72-6h20v8H70q-4-6 2-8zM92-6h20v8H90q-2-8 2-8z" />
      <path className="fill-scene-gold" d="M76-124q16-10 34 0l6 60H72Z" />
      <path
        className="fill-none stroke-scene-skin-deep"
        strokeWidth="9"
        strokeLinecap="round"
        d="M107-112q9 22 2 46"
      />
      <path
        className="fill-none stroke-scene-gold"
        strokeWidth="12"
        strokeLinecap="round"
        d="M106-116q5 8 6 18"
      />
      <path className="fill-scene-skin-deep" d="M87-134h12v14H87z" />
      <circle className="fill-scene-skin-deep" cx="92" cy="-148" r="18" />
      <path
        className="fill-scene-hair"
        d="M110-142c6-18-2-31-19-31-14 0-20 8-19 17 12-1 22-3 26 0 4 4 4 12 12 14Z"
      />
      <path
        className="fill-none stroke-scene-hair"
        strokeWidth="2.2"
        strokeLinecap="round"
        d="M77-139q5 4 10 0M78-150h2M86-150h3"
      />
    </g>
  )
}

function Fence() {
  return (
    <g>
      <g className="fill-scene-wood">
        <path d="M-44 0v-70l8-9 8 9V0zM-22 0v-74l8-9 8 9V0zM0 0v-70l8-9 8 9V0zM22 0v-74l8-9 8 9V0z" />
      </g>
      <path className="fill-scene-wood-deep" d="M-50-58h94v8h-94zM-50-24h94v8h-94z" />
    </g>
  )
}

function Guitar() {
  return (
    <g transform="translate(-22 -108) rotate(-7)">
      <rect className="fill-scene-wood-deep" x="30" y="-4" width="50" height="8" />
      <path className="fill-scene-wood-deep" d="M78-7h18l3 7-3 7H78z" />
      <path
        className="fill-scene-clay-deep"
        d="M-8-23c14-4 24 4 32-4s20-2 20 13v28c0 15-12 21-20 13s-18 0-32-4c-22-6-22-40 0-46Z"
        transform="translate(0 0) scale(.92)"
      />
      <path
        className="fill-scene-gold"
        d="M-8-19c12-4 22 4 30-3s17-2 17 10v24c0 12-9 17-17 10s-18 1-30-3c-17-5-17-33 0-38Z"
        transform="scale(.92)"
      />
      <circle className="fill-scene-hair" cx="20" r="7" />
      <path className="stroke-scene-hair" strokeWidth="5" d="M-6-9V9" />
      <path className="stroke-scene-wall" strokeWidth="1" d="M-4-2h84M-4 2h84" />
    </g>
  )
}

/** A cat on the sill. */
export function Cat({ x, y }: Place) {
  return (
    <g transform={`translate(${x} ${y}) scale(.8)`} className="fill-scene-hair">
      <path d="M-12 48c-6-16-2-30 8-34V4l6 5h6l6-5v12c8 8 10 22 6 32Z" />
      <path
        className="fill-none stroke-scene-hair"
        strokeWidth="5"
        strokeLinecap="round"
        d="M16 46c12 2 14 12 8 20"
      />
      <circle className="fill-scene-gold" cx="2" cy="14" r="1.6" />
      <circle className="fill-scene-gold" cx="9" cy="14" r="1.6" />
    </g>
  )
}
