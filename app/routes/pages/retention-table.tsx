const rows = [
  ['Account', 'until you have it deleted, and 30 days in backups'],
  ['Listings that were never rented', 'until you delete them'],
  [
    'Orders, receipts and accepted agreements',
    '10 years, for tax and claims; detached from your profile once it is deleted',
  ],
  ['Photos that were uploaded but not used', '1 day'],
  ['Log-ins', '30 days after your last visit, or until you log out'],
  ['Technical records', '90 days'],
  ['Messages to us', '2 years after the last'],
]

/** How long what is kept. */
export function RetentionTable() {
  return (
    <table className="w-full border-collapse text-left text-sm">
      <thead>
        <tr className="border-b-2 border-line-strong">
          <th scope="col" className="py-2 pr-4">
            What
          </th>
          <th scope="col" className="py-2">
            Kept
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([what, kept]) => (
          <tr key={what} className="border-b border-line align-top">
            <th scope="row" className="py-2 pr-4 font-semibold">
              {what}
            </th>
            <td className="py-2">{kept}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
