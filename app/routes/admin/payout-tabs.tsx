import { LinkTabs } from '#app/ui/primitives/tabs.tsx'

/** The two lists of payouts: how owners stand, and what was written down. */
export function PayoutTabs({ current }: { current: 'balances' | 'recorded' }) {
  return (
    <div className="mb-6">
      <LinkTabs
        label="Payouts"
        tabs={[
          { to: '/admin/payouts', label: 'Owners’ balances', current: current === 'balances' },
          { to: '/admin/payouts/recorded', label: 'Written down', current: current === 'recorded' },
        ]}
      />
    </div>
  )
}
