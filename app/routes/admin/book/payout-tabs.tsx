import { LinkTabs } from '#app/ui/primitives/tabs.tsx'

/** The two lists of payouts: the owners' balances, and the recorded payouts. */
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
