import { PageHeading } from '#app/ui/primitives/page-heading.tsx'
import type { Context } from '#server/context.ts'
import { findProfile } from '#server/account/queries.ts'
import { viewerOf } from '#server/names.ts'
import { listThreads } from '#server/chat/queries.ts'
import { listPurchases } from '#server/rental/queries.ts'
import { admit } from '#app/request.ts'
import { titleOf } from '#app/title.ts'
import { ChatHistory, PurchaseHistory } from './histories.tsx'
import { ProfileForm } from './profile-form.tsx'
import { saveProfile } from './save-profile.ts'
import { linksFor, SettingsLinks } from './settings-links.tsx'
import type { Route } from './+types/settings.ts'

const here = '/profile/settings'

export async function loader(args: Route.LoaderArgs) {
  const ctx = admit(args, 'profile')
  const { actor, db } = ctx
  const query = args.url.searchParams
  const purchases = orNull(ctx, listPurchases(db, actor.id, query.get('purchases')))
  const chats = orNull(
    ctx,
    listThreads(db, viewerOf(actor, ctx), query.get('chats')).then(({ threads, next }) => ({
      items: threads,
      next,
    })),
  )
  const profile = await findProfile(db, actor.id)
  return { role: actor.role, profile, purchases, chats }
}

/** Null for a history that can't be read, so that the rest of the page still works. */
function orNull<T>(ctx: Context, history: Promise<T>): Promise<T | null> {
  return history.catch((error: unknown) => {
    ctx.log.error({ err: error }, 'a history could not be read')
    return null
  })
}

export async function action(args: Route.ActionArgs) {
  return saveProfile(admit(args, 'profile'), args.request, here)
}

export const meta: Route.MetaFunction = ({ matches }) => [{ title: titleOf('Settings', matches) }]

export default function Settings({ loaderData, actionData }: Route.ComponentProps) {
  const { role, profile, purchases, chats } = loaderData
  return (
    <>
      <PageHeading title="Settings" lead="Who you are to your neighbours, and how we reach you." />
      <div className="grid grid-cols-1 gap-8">
        <ProfileForm key={profile.updatedAt.getTime()} profile={profile} problem={actionData} />
        <SettingsLinks links={linksFor(role)} />
        <div className="grid grid-cols-1 items-start gap-8 xl:grid-cols-2">
          <PurchaseHistory purchases={purchases} />
          <ChatHistory chats={chats} />
        </div>
      </div>
    </>
  )
}
