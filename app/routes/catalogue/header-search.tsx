import {
  type ComponentProps,
  type ComponentType,
  lazy,
  Suspense,
  useId,
  useState,
  type KeyboardEvent,
} from 'react'
import { Form, useLocation, useNavigate, useSearchParams } from 'react-router'
import { Icon } from '#app/ui/icon.tsx'
import { useAddressValue } from '#app/ui/use-address-value.ts'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import type { SuggestionPanel as Panel } from './suggestion-panel.tsx'
import { useSuggestions } from './use-suggestions.ts'

// Loaded with the first suggestions: most pages never need it. Without it the box still searches.
const SuggestionPanel = lazy<ComponentType<ComponentProps<typeof Panel>>>(() =>
  import('./suggestion-panel.tsx').then(
    ({ SuggestionPanel }) => ({ default: SuggestionPanel }),
    () => ({ default: () => null }),
  ),
)

/** The header's search. It suggests while the person types; without scripts, and on Enter, it opens the catalogue. */
export function HeaderSearch({ isAdmin }: { isAdmin: boolean }) {
  const [query] = useSearchParams()
  const { pathname } = useLocation()
  const search = pathname === '/products' ? (query.get('search') ?? '') : ''
  const navigate = useNavigate()
  const hydrated = useHydrated()
  const listId = useId()
  const { input, sent } = useAddressValue(search)
  const { open, typed, active, answer, options, type, move, close, goTo } = useSuggestions(search)
  const [hasPanel, setHasPanel] = useState(false)
  const shown = open && hasPanel

  function leave() {
    close()
    input.current?.blur()
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      if (move(event.key === 'ArrowDown' ? 1 : -1)) event.preventDefault()
    } else if (event.key === 'Escape' && shown) {
      // The first Escape closes the list, the second empties the box.
      event.preventDefault()
      close()
    } else if (event.key === 'Enter' && shown && active !== null) {
      event.preventDefault()
      leave()
      void navigate(options[active]!)
    }
  }

  return (
    <Form
      action="/products"
      role="search"
      className="relative"
      onSubmit={() => {
        sent()
        close()
      }}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) close()
      }}
    >
      <input
        ref={input}
        type="search"
        name="search"
        aria-label="Search items"
        placeholder="Tents, drills, gowns"
        defaultValue={search}
        maxLength={100}
        autoComplete="off"
        enterKeyHint="search"
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        {...(hydrated
          ? {
              role: 'combobox',
              'aria-autocomplete': 'list' as const,
              'aria-expanded': shown,
              'aria-controls': shown ? listId : undefined,
              'aria-activedescendant': shown && active !== null ? `${listId}-${active}` : undefined,
            }
          : {})}
        className={
          'h-11 w-full rounded-full border border-line-strong bg-card pr-12 pl-4.5 text-base ' +
          'hover:border-ink focus-visible:rounded-full'
        }
      />
      <button
        type="submit"
        aria-label="Search"
        className={
          'absolute inset-y-0 right-0 grid w-12 place-items-center rounded-full text-ink ' +
          'hover:text-accent focus-visible:rounded-full'
        }
      >
        <Icon name="search" className="size-5" />
      </button>
      {open ? (
        <Suspense>
          <SuggestionPanel
            {...{ listId, typed, active, answer, options, isAdmin }}
            onPoint={goTo}
            onChoose={leave}
            onShow={setHasPanel}
          />
        </Suspense>
      ) : null}
    </Form>
  )
}
