import { cx } from '../primitives/cx.ts'
import { Bunting, Ground, Sky } from './backdrop.tsx'
import { BahayKubo, SariSariStore, StoneHouse, TownHouse } from './houses.tsx'
import { Cat, FencePassing } from './neighbours.tsx'
import { Laundry, Palm, PottedPlants, Tricycle } from './things.tsx'

/**
 * A street where a guitar is handed over the fence. The middle 670 of its 1600 units have the main scene, because a
 * phone shows only these.
 */
export function StreetScene({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 1600 560"
      preserveAspectRatio="xMidYMax slice"
      aria-hidden="true"
      className={cx('block w-full', className)}
    >
      <Sky />
      <Palm x={352} y={474} height={270} />
      <Palm x={1236} y={474} height={330} lean={-1} />
      <Ground />
      <SariSariStore x={40} y={476} />
      <Laundry x={296} y={330} width={96} />
      <StoneHouse x={392} y={476} />
      <BahayKubo x={932} y={476} />
      <TownHouse x={1300} y={476} />
      <Bunting />
      <PottedPlants x={614} y={476} />
      <PottedPlants x={1560} y={482} />
      <FencePassing x={806} y={476} />
      <Cat x={1010} y={330} />
      <Tricycle x={1164} y={538} />
    </svg>
  )
}
