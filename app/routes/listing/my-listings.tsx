import { data } from 'react-router'
import { Plus } from 'lucide-react'
import { v7 as uuid } from 'uuid'
import { z } from 'zod'
import { MAX_PHOTOS } from '#domain/listing/listing.ts'
import { tooManyPhotos } from '#domain/listing/listing-form.ts'
import { ButtonLink } from '#app/ui/primitives/button.tsx'
import { EmptyState } from '#app/ui/primitives/empty-state.tsx'
import { PageHeading } from '#app/ui/primitives/page-heading.tsx'
import { LoadMore } from '#app/ui/load-more.tsx'
import { useMore } from '#app/ui/use-more.ts'
import { Question } from '#app/ui/question.tsx'
import { deleteListing } from '#server/listing/delete-listing.ts'
import { pauseListing } from '#server/listing/pause-listing.ts'
import { listCategories, listOwnListings, listTags } from '#server/listing/queries.ts'
import { resumeListing } from '#server/listing/resume-listing.ts'
import { uploadPhoto } from '#server/photo/upload-photo.ts'
import { answerButton } from '#app/answer-form.ts'
import { findOwnListing, requireOwnListing } from '#app/own-listing.ts'
import { guard } from '#app/request.ts'
import { titleOf } from '#app/title.ts'
import { EditorFrame } from './editor-frame.tsx'
import { draftOf, newDraft } from './listing-draft.ts'
import { OwnListings } from './own-listings.tsx'
import { ownerOf } from './owner-of.ts'
import { readPhotoPost } from '../photo/read-photo-post.ts'
import { saveListing } from './save-listing.ts'
import type { Route } from './+types/my-listings.ts'

const here = '/profile/listings'

export const middleware = [guard('ownListings')]

export async function loader(args: Route.LoaderArgs) {
  const { ctx, owner } = ownerOf(args)
  const query = args.url.searchParams
  const after = query.get('after')
  const listings = await listOwnListings(ctx.db, owner, after)
  const deletingId = query.get('delete')
  const editedId = query.get('edit')
  const draft = query.has('add')
    ? newDraft(uuid())
    : editedId === null
      ? null
      : draftOf((await requireOwnListing(ctx, editedId, 'edit')).listing)
  // The listing of the question may be on another page of the list.
  const deleting = deletingId ? await findOwnListing(ctx, deletingId, 'delete') : null
  return {
    listings,
    isFirst: after === null,
    deleting: deleting && { id: deleting.listing.id, title: deleting.listing.title },
    editor: draft && { draft, categories: await listCategories(ctx.db), tags: await listTags(ctx.db) },
  }
}

const pauseForm = z.strictObject({ intent: z.enum(['pause', 'resume']), listingId: z.uuid() })
const deleteForm = z.strictObject({ intent: z.literal('delete'), listingId: z.uuid() })

export async function action(args: Route.ActionArgs) {
  const { ctx, owner } = ownerOf(args)
  const store = (file: Uint8Array) => uploadPhoto(ctx, owner, file)
  const post = await readPhotoPost(args.request, store, { max: MAX_PHOTOS, tooMany: tooManyPhotos })
  if (!post.ok) {
    const errors = { photoIds: post.message }
    return data({ ok: false as const, values: {}, errors, photos: [], failed: undefined }, { status: 413 })
  }
  const { formData } = post
  const intent = formData.get('intent')
  if (intent === 'add' || intent === 'edit') return saveListing(ctx, owner, intent, post)
  if (intent === 'pause' || intent === 'resume')
    return answerButton(ctx, formData, {
      schema: pauseForm,
      act: (form) => (form.intent === 'pause' ? pauseListing : resumeListing)(ctx, form),
      to: here,
      done: (_, form) =>
        form.intent === 'pause' ? 'Listing paused. Nobody can find or rent it now.' : 'Listing resumed.',
    })
  return answerButton(ctx, formData, {
    schema: deleteForm,
    act: (form) => deleteListing(ctx, form),
    to: here,
    done: 'Listing deleted successfully.',
    failed: 'Error deleting listing',
  })
}

export const meta: Route.MetaFunction = ({ matches }) => [{ title: titleOf('My Listings', matches) }]

export default function MyListings({ loaderData, actionData }: Route.ComponentProps) {
  const { deleting, editor, isFirst } = loaderData
  const { items, more, loading, load } = useMore(
    loaderData.listings,
    (answer: typeof loaderData) => answer.listings,
    (after) => `${here}?after=${after}`,
  )
  return (
    <>
      <PageHeading
        title="My Listings"
        lead={items.length > 0 ? 'What you lend, and how each is doing.' : undefined}
        actions={
          <ButtonLink to="?add=1" preventScrollReset>
            <Plus aria-hidden="true" className="size-5" />
            Add New Listing
          </ButtonLink>
        }
      />
      {deleting ? (
        <Question
          title={`Delete “${deleting.title}”?`}
          message="Are you sure you want to delete this listing? This action cannot be undone."
          confirmLabel="Delete"
          cancelTo={here}
          failure="Error deleting listing"
          hidden={{ intent: 'delete', listingId: deleting.id }}
        />
      ) : null}
      {editor ? (
        <EditorFrame key={editor.draft.listingId} {...editor} problem={actionData} closeTo={here} />
      ) : null}
      {items.length > 0 ? (
        <OwnListings listings={items} />
      ) : (
        <EmptyState title={isFirst ? "You haven't listed any items yet..." : 'There are no older listings.'}>
          <p>A tent, a drill, a gown: what rests in your cupboard may make someone’s weekend.</p>
        </EmptyState>
      )}
      {more ? <LoadMore to={more} of="listings" loading={loading} load={load} /> : null}
      {isFirst ? null : (
        <div className="mt-8 flex justify-center">
          <ButtonLink to={here} variant="secondary">
            Back to the newest
          </ButtonLink>
        </div>
      )}
    </>
  )
}
