/** Sun in the light theme; moon and stars in the dark one. */
export function Sky() {
  return (
    <g>
      <circle className="only-light fill-scene-sun" cx="912" cy="116" r="50" />
      <g className="only-dark">
        <path className="fill-scene-sun" d="M914.9 70.1A46 46 0 1 0 953.9 135.1A38 38 0 1 1 914.9 70.1Z" />
        <path
          className="stroke-scene-sun"
          strokeWidth="4"
          strokeLinecap="round"
          d={
            'M760 62h.1M812 150h.1M980 52h.1M1010 150h.1M1086 92h.1M1148 40h.1M1244 48h.1M1290 ' +
            '122h.1M1352 66h.1M1438 34h.1M1462 118h.1M1548 72h.1M1584 160h.1'
          }
        />
      </g>
      <g className="only-light fill-scene-cloud">
        <path d="M1310 118a24 24 0 0 1 44-13 30 30 0 0 1 56 9 19 19 0 0 1 4 38H1316a17 17 0 0 1-6-34Z" />
        <path d="M1010 82a17 17 0 0 1 31-9 22 22 0 0 1 41 7 13 13 0 0 1 3 27h-71a13 13 0 0 1-4-25Z" />
      </g>
      <path
        className="fill-scene-hill"
        d="M0 380c130-90 260-110 400-70s230-60 380-60 240 90 380 60 260-110 440-40v300H0Z"
      />
      <path
        className="fill-scene-hill-near"
        d="M0 420c160-60 300-40 440-40s260-50 420-40 260 60 400 40 220-60 340-30v220H0Z"
      />
    </g>
  )
}

export function Ground() {
  return (
    <g>
      <path className="fill-scene-ground" d="M0 462h1600v98H0z" />
      <path className="fill-scene-road" d="M0 500h1600v60H0z" />
      <path className="fill-scene-shadow" d="M0 496h1600v6H0z" />
      <path
        className="fill-none stroke-scene-ground"
        strokeWidth="5"
        strokeLinecap="round"
        strokeDasharray="46 58"
        d="M30 532h1560"
      />
    </g>
  )
}

const flags = [
  'fill-scene-flower',
  'fill-scene-gold',
  'fill-scene-blue',
  'fill-scene-leaf',
  'fill-scene-wall',
] as const

/** Fiesta flags from the stone house to the nipa hut, and on to the next house. */
export function Bunting() {
  return (
    <g>
      <Line from={[628, 226]} to={[968, 262]} sag={62} count={15} />
      <Line from={[1196, 262]} to={[1342, 200]} sag={34} count={7} />
    </g>
  )
}

type Point = readonly [number, number]

function Line({ from, to, sag, count }: { from: Point; to: Point; sag: number; count: number }) {
  const middle: Point = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2 + sag * 2]
  const at = (t: number): Point => [curve(from[0], middle[0], to[0], t), curve(from[1], middle[1], to[1], t)]
  return (
    <g>
      <path
        className="fill-none stroke-scene-wood-deep"
        strokeWidth="2"
        d={`M${from.join(' ')}Q${middle.join(' ')} ${to.join(' ')}`}
      />
      {Array.from({ length: count }, (_, index) => {
        const [x1, y1] = at((index + 0.22) / count)
        const [x2, y2] = at((index + 0.78) / count)
        const tip = `${round((x1 + x2) / 2)} ${round((y1 + y2) / 2 + 20)}`
        return (
          <path
            key={index}
            className={flags[index % flags.length]}
            d={`M${round(x1)} ${round(y1)}L${round(x2)} ${round(y2)}L${tip}Z`}
          />
        )
      })}
    </g>
  )
}

function curve(a: number, b: number, c: number, t: number) {
  return (1 - t) ** 2 * a + 2 * (1 - t) * t * b + t ** 2 * c
}

function round(value: number) {
  return Math.round(value * 10) / 10
}
