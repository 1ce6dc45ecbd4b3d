import {
  type NotificationChannel,
  type SwitchableKind,
  notificationKinds,
} from '#domain/notification/kinds.ts'

const heads: Record<NotificationChannel, string> = {
  site: 'On the site',
  email: 'By email',
  push: 'In browsers',
}

type ChoiceTableProps = {
  /** Each kind, and the channels for which it is on. */
  choices: readonly { kind: SwitchableKind; on: readonly NotificationChannel[] }[]
  channels: readonly NotificationChannel[]
}

/**
 * A table with one row per kind of notice, one column per channel, and a box in each cell.
 */
export function ChoiceTable({ choices, channels }: ChoiceTableProps) {
  return (
    <table className="w-full border-collapse text-left">
      <caption className="sr-only">Tell me about</caption>
      <thead>
        <tr className="border-b border-line align-bottom">
          <th scope="col" className="pb-3 font-semibold">
            Tell me about
          </th>
          {channels.map((channel) => (
            <th
              key={channel}
              scope="col"
              id={`by-${channel}`}
              className="w-[min(4rem,20vw)] pb-3 text-center text-sm font-semibold wrap-anywhere sm:w-28"
            >
              {heads[channel]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {choices.map(({ kind, on }) => (
          <tr key={kind} className="border-line not-last:border-b">
            <th scope="row" className="py-3.5 pr-3 font-normal">
              <span id={`about-${kind}`} className="block">
                {notificationKinds[kind].label}
              </span>
              <span id={`about-${kind}-when`} className="block text-sm text-muted">
                {notificationKinds[kind].text}
              </span>
            </th>
            {channels.map((channel) => (
              <td key={channel} className="p-0 text-center">
                <label className="mx-auto grid min-h-11 max-w-11 cursor-pointer place-items-center">
                  <input
                    type="checkbox"
                    name={channel}
                    value={kind}
                    defaultChecked={on.includes(channel)}
                    aria-labelledby={`about-${kind} by-${channel}`}
                    aria-describedby={`about-${kind}-when`}
                    className="tick"
                  />
                </label>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
