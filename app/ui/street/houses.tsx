type Place = { x: number; y: number }

/** Every house has its base line at y and grows upward from its left corner x. */
function at({ x, y }: Place) {
  return `translate(${x} ${y})`
}

/** Sliding windows of shell panes, with the lattice drawn as lines. */
function Capiz({ x, y, columns, rows, pane = 14 }: Place & { columns: number; rows: number; pane?: number }) {
  const width = columns * pane
  const height = rows * pane
  const bars =
    Array.from({ length: columns - 1 }, (_, i) => `M${(i + 1) * pane} 0v${height}`).join('') +
    Array.from({ length: rows - 1 }, (_, i) => `M0 ${(i + 1) * pane}h${width}`).join('')
  return (
    <g transform={`translate(${x} ${y})`}>
      <rect className="fill-scene-wood-deep" x="-5" y="-5" width={width + 10} height={height + 10} rx="2" />
      <rect className="fill-scene-glass" width={width} height={height} />
      <path className="fill-none stroke-scene-glass-bar" strokeWidth="2" d={bars} />
    </g>
  )
}

/** A house: stone below, wood and capiz windows above. */
export function StoneHouse(place: Place) {
  return (
    <g transform={at(place)}>
      <rect className="fill-scene-stone" x="10" y="-118" width="228" height="118" />
      <path
        className="fill-scene-shadow"
        d="M10-24h228V0H10zM24-100h34v14H24zM84-62h30v12H84zM196-100h28v13h-28zM26-54h24v11H26z"
      />
      <path className="fill-scene-wood-deep" d="M128 0v-64a29 29 0 0 1 58 0V0Z" />
      <path className="fill-scene-wood" d="M134 0v-64a23 23 0 0 1 46 0V0Z" />
      <path className="stroke-scene-wood-deep" strokeWidth="3" d="M157-87V0" />
      <rect className="fill-scene-glass" x="44" y="-92" width="44" height="44" rx="2" />
      <path
        className="fill-none stroke-scene-wood-deep"
        strokeWidth="3"
        d="M44-92h44v44H44zM55-92v44M66-92v44M77-92v44"
      />
      <rect className="fill-scene-wall" x="0" y="-236" width="248" height="120" />
      <rect className="fill-scene-wood" x="-6" y="-124" width="260" height="10" rx="2" />
      <rect className="fill-scene-wood" x="-4" y="-240" width="256" height="8" />
      <Capiz x={22} y={-218} columns={5} rows={4} />
      <Capiz x={156} y={-218} columns={5} rows={4} />
      <g className="fill-none stroke-scene-wood" strokeWidth="4">
        <path d="M20-150h74v18M154-150h74v18M32-148v18M44-148v18M56-148v18M68-148v18M80-148v18M166-148v18M178-148v18M190-148v18M202-148v18M214-148v18M20-150v18M154-150v18" />
      </g>
      <path className="fill-scene-wood" d="M110-236h10v112h-10zM130-236h8v112h-8z" />
      <path className="fill-scene-clay" d="M-26-236 34-306q4-4 10-4H204q6 0 10 4l60 70Z" />
      <path className="fill-scene-clay-deep" d="M-26-236h300l-7-9H-19z" />
      <path
        className="fill-none stroke-scene-clay-deep"
        strokeWidth="3"
        d="M58-306l-20 60M92-306l-9 60M125-306v60M158-306l9 60M190-306l20 60"
      />
    </g>
  )
}

/** A nipa hut: nipa roof, bamboo walls, on stilts. */
export function BahayKubo(place: Place) {
  return (
    <g transform={at(place)}>
      <path className="fill-scene-shadow" d="M30-70h216V0H30z" />
      <path className="fill-scene-wood-deep" d="M38-74h12V0H38zM108-74h11V0h-11zM226-74h12V0h-12z" />
      <path
        className="fill-none stroke-scene-wood"
        strokeWidth="7"
        strokeLinecap="round"
        d="M140 0l16-72M186 0l-10-72"
      />
      <path
        className="stroke-scene-wood"
        strokeWidth="6"
        strokeLinecap="round"
        d="M146-16h36M150-34h32M154-52h26"
      />
      <rect className="fill-scene-wood" x="22" y="-84" width="232" height="13" rx="4" />
      <rect className="fill-scene-wall-warm" x="32" y="-176" width="212" height="92" />
      <path
        className="stroke-scene-shadow"
        strokeWidth="3"
        d="M46-176v92M60-176v92M74-176v92M88-176v92M102-176v92M116-176v92M130-176v92M202-176v92M216-176v92M230-176v92"
      />
      <rect className="fill-scene-wood-deep" x="142" y="-164" width="48" height="80" rx="2" />
      <rect className="fill-scene-glass" x="148" y="-158" width="36" height="74" />
      <rect className="fill-scene-wood-deep" x="56" y="-160" width="64" height="48" rx="2" />
      <rect className="fill-scene-glass" x="61" y="-155" width="54" height="38" />
      <path className="fill-scene-wood" d="M50-166h76l14 24H38z" />
      <path
        className="stroke-scene-wood-deep"
        strokeWidth="3"
        strokeLinecap="round"
        d="M46-142l12 26M132-142l-12 26"
      />
      <path className="fill-scene-wood-deep" d="M52-112h72v7H52z" />
      <path
        className="fill-scene-nipa"
        d={
          'M-6-166 96-296q5-6 12-6h60q7 0 12 6l102 130-14 8-12-8-12 8-12-8-12 8-12-8-12 8-12-8-12 ' +
          '8-12-8-12 8-12-8-12 8-12-8-12 8-12-8-12 8-12-8-12 8-12-8-12 8-12-8-12 8-12-8-12 8-12-8Z'
        }
      />
      <path
        className="fill-none stroke-scene-nipa-deep"
        strokeWidth="3"
        strokeLinecap="round"
        d="M62-244l8-12M100-262l6-14M148-270l-2-14M190-250l-7-12M40-204l9-14M92-214l7-16M138-218v-18M184-212l-6-15M232-204l-8-13M66-186l6-12M116-186l3-14M164-186l-3-14M208-184l-5-12"
      />
      <path className="fill-scene-nipa-deep" d="M92-292q6-14 16-14h60q10 0 16 14Z" />
    </g>
  )
}

/** A small neighbourhood shop. */
export function SariSariStore(place: Place) {
  return (
    <g transform={at(place)}>
      <rect className="fill-scene-wall-cool" x="0" y="-150" width="230" height="150" />
      <rect className="fill-scene-shadow" x="0" y="-22" width="230" height="22" />
      <rect className="fill-scene-wood-deep" x="20" y="-116" width="136" height="72" />
      <rect className="fill-scene-glass" x="25" y="-112" width="126" height="64" />
      <g className="fill-scene-wood">
        <path d="M25-84h126v4H25z" />
      </g>
      <g>
        <path className="fill-scene-flower" d="M32-96h8v12h-8zM90-98h9v14h-9z" />
        <path className="fill-scene-blue" d="M43-99h8v15h-8zM102-95h8v11h-8z" />
        <path className="fill-scene-leaf" d="M54-96h8v12h-8zM126-99h9v15h-9z" />
        <path className="fill-scene-gold" d="M65-100h8v16h-8zM138-96h8v12h-8z" />
      </g>
      <g className="fill-scene-gold">
        <path d="M34-112v14h6v-14zM46-112v9h6v-9zM58-112v12h6v-12z" className="fill-scene-clay" />
        <path d="M124-112v12h6v-12zM136-112v8h6v-8z" />
      </g>
      <g>
        <path className="fill-scene-clay" d="M88-48c0-16 8-20 18-20s18 4 18 20Z" />
        <path className="fill-scene-hair" d="M94-78a12 13 0 0 1 24 0l1 8H93Z" />
        <circle className="fill-scene-skin" cx="106" cy="-75" r="9" />
        <path className="fill-scene-hair" d="M96-78c2-8 16-10 20 0-8 2-14-1-16-3Z" />
      </g>
      <rect className="fill-scene-wood" x="12" y="-48" width="152" height="10" rx="2" />
      <rect className="fill-scene-wood-deep" x="176" y="-106" width="40" height="106" />
      <rect className="fill-scene-wood" x="180" y="-102" width="32" height="102" />
      <circle className="fill-scene-wood-deep" cx="206" cy="-52" r="3" />
      <rect className="fill-scene-clay-deep" x="-4" y="-186" width="238" height="12" />
      <path className="fill-scene-wall" d="M24-214h182v36H24z" />
      <path className="fill-none stroke-scene-wood-deep" strokeWidth="3" d="M24-214h182v36H24z" />
      <text
        x="115"
        y="-189"
        textAnchor="middle"
        fontSize="22"
        fontWeight="800"
        className="fill-scene-sign font-display"
      >
        SARI-SARI
      </text>
      <g>
        <path className="fill-scene-wall" d="M-6-174h242l12 34H-18z" />
        <path
          className="fill-scene-clay"
          d="M-6-174h24l-4 34h-32zM42-174h24l-2 34H38zM90-174h26v34H90zM140-174h24l4 34h-26zM188-174h24l8 34h-26z"
        />
        <path className="fill-scene-shadow" d="M-18-140h266v5H-18z" />
      </g>
    </g>
  )
}

/** A narrow house of two floors, with flowers over the gate. */
export function TownHouse(place: Place) {
  return (
    <g transform={at(place)}>
      <rect className="fill-scene-wall-warm" x="20" y="-262" width="150" height="262" />
      <rect className="fill-scene-wall" x="170" y="-186" width="110" height="186" />
      <path className="fill-scene-clay-deep" d="M6-262 88-326q7-5 14 0l82 64Z" />
      <path className="fill-scene-clay" d="M6-262h178l-13-10H19z" />
      <circle className="fill-scene-glass stroke-scene-wood-deep" strokeWidth="5" cx="95" cy="-288" r="13" />
      <Capiz x={46} y={-236} columns={7} rows={4} />
      <rect className="fill-scene-wood-deep" x="34" y="-168" width="122" height="9" rx="2" />
      <path
        className="stroke-scene-wood-deep"
        strokeWidth="3"
        d="M38-160v26M52-160v26M66-160v26M80-160v26M94-160v26M108-160v26M122-160v26M136-160v26M152-160v26M34-134h122"
      />
      <path className="fill-scene-clay" d="M164-186h124v-12q0-6-6-6H170q-6 0-6 6Z" />
      <Capiz x={196} y={-160} columns={4} rows={4} />
      <rect className="fill-scene-wood-deep" x="74" y="-104" width="50" height="104" rx="3" />
      <rect className="fill-scene-blue" x="79" y="-99" width="40" height="99" />
      <path className="fill-scene-glass" d="M85-92h28v22H85z" />
      <circle className="fill-scene-gold" cx="111" cy="-46" r="3.5" />
      <path className="fill-scene-shadow" d="M20-14h260V0H20z" />
      <g className="fill-scene-leaf">
        <path
          d={
            'M170-104c26-16 44 2 60-6s40-14 56 6c10 16-6 34-22 26-12 14-34 8-42-2-16 10-40 ' +
            '8-52-2-14-4-14-16 0-22Z'
          }
        />
        <path d="M258-84c18-2 30 14 26 34-8-6-24-14-26-34Z" />
      </g>
      <g className="fill-scene-flower">
        <circle cx="182" cy="-98" r="6" />
        <circle cx="204" cy="-88" r="7" />
        <circle cx="226" cy="-104" r="6" />
        <circle cx="250" cy="-92" r="7" />
        <circle cx="270" cy="-104" r="5.5" />
        <circle cx="276" cy="-76" r="6" />
        <circle cx="234" cy="-82" r="4.5" />
      </g>
    </g>
  )
}
