import type { ReactNode } from 'react'

export type EmptyArtName = 'shelf' | 'basket' | 'calendar' | 'letter' | 'key' | 'hourglass'

/** A small drawing for an empty list. */
export function EmptyArt({ name }: { name: EmptyArtName }) {
  return (
    <svg viewBox="0 0 200 140" aria-hidden="true" className="w-44">
      <rect className="fill-sunken" x="10" y="14" width="180" height="112" rx="56" />
      {drawings[name]}
    </svg>
  )
}

const drawings: Record<EmptyArtName, ReactNode> = {
  shelf: (
    <g>
      <path className="fill-scene-wood" d="M34 98h132v7H34zM50 105h6v12h-6zM144 105h6v12h-6z" />
      <path className="fill-scene-clay" d="M62 78h26l-4 20H66z" />
      <path className="fill-scene-clay-deep" d="M60 74h30v6H60z" />
      <path
        className="fill-scene-leaf"
        d="M75 74c-2-16-12-20-18-20 2 10 8 18 18 20Zm0 0c0-18 9-25 17-26 0 12-6 22-17 26Z"
      />
      <path
        className="fill-none stroke-line-strong"
        strokeWidth="2"
        strokeDasharray="4 5"
        strokeLinecap="round"
        d="M108 98V66h34v32"
      />
    </g>
  ),
  basket: (
    <g>
      <path className="fill-none stroke-scene-wood-deep" strokeWidth="5" d="M70 72c0-42 60-42 60 0" />
      <path className="fill-scene-wood" d="M52 70h96l-9 44a5 5 0 0 1-5 4H66a5 5 0 0 1-5-4z" />
      <path
        className="fill-none stroke-scene-wood-deep"
        strokeWidth="3"
        d="M56 85h88M59 100h82M76 73l4 43M100 73v43M124 73l-4 43"
      />
      <rect className="fill-scene-wood-deep" x="47" y="66" width="106" height="8" rx="4" />
    </g>
  ),
  calendar: (
    <g>
      <rect
        className="fill-scene-wall stroke-scene-wood-deep"
        strokeWidth="2"
        x="58"
        y="36"
        width="84"
        height="82"
        rx="7"
      />
      <path className="fill-scene-clay" d="M58 43a7 7 0 0 1 7-7h70a7 7 0 0 1 7 7v14H58z" />
      <path
        className="stroke-scene-wood-deep"
        strokeWidth="5"
        strokeLinecap="round"
        d="M78 30v12M122 30v12"
      />
      <g className="fill-line">
        <path
          d={
            'M68 66h13v11H68zM87 66h13v11H87zM106 66h13v11h-13zM68 83h13v11H68zM106 83h13v11h-13zM68 ' +
            '100h13v11H68zM87 100h13v11H87z'
          }
        />
      </g>
      <path className="fill-scene-leaf" d="M87 83h13v11H87z" />
    </g>
  ),
  letter: (
    <g>
      <rect
        className="fill-scene-wall stroke-scene-wood-deep"
        strokeWidth="2"
        x="48"
        y="46"
        width="104"
        height="70"
        rx="6"
      />
      <path
        className="fill-none stroke-scene-wood-deep"
        strokeWidth="2.5"
        strokeLinejoin="round"
        d="m50 50 50 38 50-38M50 112l36-34m64 34-36-34"
      />
      <circle className="fill-scene-clay" cx="100" cy="89" r="10" />
      <path
        className="stroke-scene-wall"
        strokeWidth="2.5"
        strokeLinecap="round"
        d="M96.5 85v8M103.5 85v8M96.5 89h7"
      />
    </g>
  ),
  key: (
    <g>
      <path
        className="fill-none stroke-scene-wood-deep"
        strokeWidth="4"
        strokeLinecap="round"
        d="M62 36q38-16 76-6M100 28v14"
      />
      <circle className="fill-none stroke-scene-gold" strokeWidth="9" cx="100" cy="58" r="16" />
      <path className="fill-scene-gold" d="M95.5 72h9v46h-9zM104.5 98H117v8h-12.5zM104.5 110H113v8h-8.5z" />
      <path
        className="fill-scene-leaf"
        d={
          'M66 35c-4 12-14 17-24 14 2-10 10-16 24-14ZM82 30c2-12 12-18 22-17-2 10-9 17-22 17ZM134 30c6 ' +
          '11 16 13 25 8-4-9-13-13-25-8Z'
        }
      />
    </g>
  ),
  hourglass: (
    <g>
      <path
        className="fill-scene-wall stroke-scene-wood-deep"
        strokeWidth="2.5"
        strokeLinejoin="round"
        d="M77 38h46c0 20-8 26-17 36 9 10 17 16 17 36H77c0-20 8-26 17-36-9-10-17-16-17-36Z"
      />
      <path
        className="fill-scene-gold"
        d="M83 54h34c-3 8-9 13-17 20-8-7-14-12-17-20ZM80 109c1-9 9-13 20-20 11 7 19 11 20 20Z"
      />
      <path className="stroke-scene-gold" strokeWidth="2.5" strokeLinecap="round" d="M100 74v18" />
      <path className="fill-scene-wood" d="M68 30h64v8H68zM68 110h64v8H68z" />
    </g>
  ),
}
