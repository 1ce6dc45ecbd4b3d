import { Icon } from '#app/ui/icon.tsx'
import { Link } from '#app/ui/link.tsx'
import { ButtonLink } from '#app/ui/primitives/button.tsx'
import { StreetScene } from '#app/ui/street/street-scene.tsx'
import { LogoMark } from '#app/ui/brand.tsx'

type HeroProps = { siteName: string; listingCount: number }

/** The drawing of the street, and the purpose of the site in one sentence. */
export function Hero({ siteName, listingCount }: HeroProps) {
  return (
    <section aria-labelledby="hero-title" className="overflow-hidden bg-linear-to-b from-paper to-scene-sky">
      <div className="page relative z-10 pt-10 pb-6 sm:pt-14 lg:pt-18 lg:pb-0">
        <h1 id="hero-title" tabIndex={-1} className="max-w-[19ch] text-4xl font-bold">
          Somebody near you already has one.
        </h1>
        <p className="mt-5 max-w-lg text-lg text-muted sm:text-xl">
          {siteName} is where neighbours rent each other the tent, the drill, the guitar: by the day, for a
          fair price.
        </p>
        <div className="mt-7 flex flex-wrap items-center gap-x-6 gap-y-3">
          <ButtonLink to="/products" size="lg" prefetch="intent">
            Browse Items
            <Icon name="right" className="size-5" />
          </ButtonLink>
          {listingCount > 0 ? (
            <p className="text-muted">
              <strong className="font-semibold text-ink tabular-nums">
                {listingCount.toLocaleString('en-PH')}
              </strong>{' '}
              {listingCount === 1 ? 'thing' : 'things'} to borrow today
            </p>
          ) : null}
        </div>
      </div>
      <StreetScene className="h-84 sm:h-100 lg:-mt-[6vw] lg:h-auto lg:max-h-160" />
    </section>
  )
}

export function AboutTeaser({ siteName }: { siteName: string }) {
  return (
    <section aria-labelledby="about-teaser-title" className="page">
      <div
        className={
          'grid items-center gap-8 rounded-2xl bg-accent-soft p-7 sm:p-12 md:grid-cols-[auto_1fr] ' +
          'md:gap-12'
        }
      >
        <LogoMark className="size-24 md:size-36" />
        <div>
          <h2 id="about-teaser-title" className="text-2xl">
            An old habit, made easier
          </h2>
          <p className="mt-3 prose-width text-lg">
            <span lang="fil">“Pahiram naman!”</span> Long before there were shops for everything, there was
            the neighbour’s door. {siteName} keeps that door open, with a clear price, a written agreement and
            someone you can write to.
          </p>
          <p className="mt-5">
            <Link to="/about" prefetch="intent" className="link font-semibold">
              Read our story
            </Link>
          </p>
        </div>
      </div>
    </section>
  )
}
