import { markReadForm, noticesRead } from '#domain/notification/mark-read-form.ts'
import { dayOfTalk } from '#domain/chat/timeline.ts'
import { dayInManila, formatTime } from '#domain/period.ts'
import { ButtonForm } from '#app/ui/button-form.tsx'
import { ButtonLink } from '#app/ui/primitives/button.tsx'
import { FormError } from '#app/ui/primitives/field.tsx'
import { EmptyState } from '#app/ui/primitives/empty-state.tsx'
import { LoadMoreLink } from '#app/ui/load-more.tsx'
import { useMoreOf } from '#app/ui/use-more.ts'
import { PageHeading } from '#app/ui/primitives/page-heading.tsx'
import { listNotices } from '#server/notification/queries.ts'
import { readNotices } from '#server/notification/read-notices.ts'
import { useReloadOn } from '#app/live/use-reload-on.ts'
import { answerForm } from '#app/answer-form.ts'
import { admit, formDataOf } from '#app/request.ts'
import { titleOf } from '#app/title.ts'
import { NoticeItem } from './notice-item.tsx'
import type { Route } from './+types/notices.ts'

const here = '/profile/notices'
const hrefOf = (after: string) => `${here}?after=${after}`

export async function loader(args: Route.LoaderArgs) {
  const { db, actor, clock } = admit(args, 'profile')
  const after = args.url.searchParams.get('after')
  const { notices, next, lastWritten } = await listNotices(db, actor.id, after)
  const today = dayInManila(clock.now())
  return {
    notices: notices.map(({ createdAt, readAt, ...notice }) => {
      const day = dayInManila(createdAt)
      return {
        ...notice,
        isRead: readAt !== null,
        day: dayOfTalk(day, today),
        time: formatTime(createdAt),
      }
    }),
    next,
    lastWritten,
    isFirst: after === null,
  }
}

export async function action(args: Route.ActionArgs) {
  const ctx = admit(args, 'profile')
  return answerForm(ctx, await formDataOf(args.request), {
    schema: markReadForm,
    act: (form) => readNotices(ctx, form),
    to: here,
    done: noticesRead,
  })
}

export const meta: Route.MetaFunction = ({ matches }) => [{ title: titleOf('Notices', matches) }]

export default function Notices({ loaderData, actionData }: Route.ComponentProps) {
  useReloadOn('notice')
  const { isFirst, lastWritten } = loaderData
  const { items: notices, more, loading, load } = useMoreOf(loaderData, 'notices', hrefOf)
  const upTo = isFirst && notices.some(({ isRead }) => !isRead) ? lastWritten : null
  return (
    <>
      <PageHeading
        title="Notices"
        lead="What happened while you were elsewhere."
        actions={
          <>
            {upTo ? (
              <ButtonForm hidden={{ upTo }} postTo={here} replace variant="secondary" busyText="Marking...">
                Mark all as read
              </ButtonForm>
            ) : null}
            <ButtonLink to="/profile/settings/notifications" variant="secondary">
              Choose notices
            </ButtonLink>
          </>
        }
      />
      <FormError>{actionData && (actionData.formError ?? actionData.errors.upTo)}</FormError>
      {notices.length === 0 ? (
        <EmptyState
          art="letter"
          title={isFirst ? 'You have no notices yet.' : 'There are no older notices.'}
          action={isFirst ? <ButtonLink to="/products">Browse Items</ButtonLink> : undefined}
        >
          Requests, payments, reminders and messages show up here.
        </EmptyState>
      ) : (
        <div className="grid grid-cols-1 gap-8">
          {byDay(notices).map(({ day, notices: those }) => (
            <section key={day} aria-label={day}>
              <h2 className="mb-3 text-lg">{day}</h2>
              <ul role="list" className="overflow-hidden rounded-xl border border-line bg-card shadow-card">
                {those.map((notice) => (
                  <NoticeItem key={notice.id} notice={notice} />
                ))}
              </ul>
            </section>
          ))}
        </div>
      )}
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        {isFirst ? null : (
          <ButtonLink to={here} variant="secondary">
            Newest notices
          </ButtonLink>
        )}
        {more ? <LoadMoreLink to={more} loading={loading} load={load} /> : null}
      </div>
    </>
  )
}

type Shown = Route.ComponentProps['loaderData']['notices'][number]

/** Groups the notices by day. */
function byDay(notices: readonly Shown[]) {
  const days: { day: string; notices: Shown[] }[] = []
  for (const notice of notices) {
    const last = days.at(-1)
    if (last?.day === notice.day) last.notices.push(notice)
    else days.push({ day: notice.day, notices: [notice] })
  }
  return days
}
