import { PageHeading } from '#app/ui/primitives/page-heading.tsx'
import { findProfile } from '#server/account/queries.ts'
import { titleOf } from '#app/title.ts'
import { ProfileForm } from '../account/profile-form.tsx'
import { saveProfile } from '../account/save-profile.ts'
import { linksFor, SettingsLinks } from '../account/settings-links.tsx'
import { adminOf } from './admin-of.ts'
import type { Route } from './+types/settings.ts'

export async function loader(args: Route.LoaderArgs) {
  const { ctx, admin } = adminOf(args)
  const profile = await findProfile(ctx.db, admin.id)
  return { profile }
}

export async function action(args: Route.ActionArgs) {
  return saveProfile(adminOf(args).ctx, args.request, '/admin/settings')
}

export const meta: Route.MetaFunction = ({ matches }) => [{ title: titleOf('Admin Settings', matches) }]

export default function AdminSettings({ loaderData, actionData }: Route.ComponentProps) {
  const { profile } = loaderData
  return (
    <>
      <PageHeading title="Settings" lead="Your own profile." />
      <div className="grid grid-cols-1 gap-8">
        <ProfileForm key={profile.updatedAt.getTime()} profile={profile} problem={actionData} />
        <SettingsLinks links={linksFor('admin')} />
      </div>
    </>
  )
}
