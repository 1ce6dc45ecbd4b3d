import { addTagForm, deleteTagForm, deletingTag, mergeTagForm, renameTagForm } from '#domain/catalogue/tag.ts'
import { type FormProblem } from '#domain/form.ts'
import { MAX_TAG_LENGTH } from '#domain/listing/listing.ts'
import { EmptyState } from '#app/ui/primitives/empty-state.tsx'
import { Select } from '#app/ui/primitives/field.tsx'
import { PageHeading } from '#app/ui/primitives/page-heading.tsx'
import { Question } from '#app/ui/question.tsx'
import { useHere } from '#app/ui/use-here.ts'
import { findRow, readTable } from '#server/admin-table.ts'
import { type AdminTag, tagTable, type TagSort } from '#server/tag/tag-table.ts'
import { listTags } from '#server/listing/queries.ts'
import { addTag } from '#server/tag/add-tag.ts'
import { deleteTag } from '#server/tag/delete-tag.ts'
import { mergeTag } from '#server/tag/merge-tag.ts'
import { renameTag } from '#server/tag/rename-tag.ts'
import { answerButton, answerForm } from '#app/answer-form.ts'
import { formDataOf } from '#app/request.ts'
import { titleOf } from '#app/title.ts'
import { Link } from '#app/ui/link.tsx'
import { supportAdminOf } from '../admin-of.ts'
import { answerName } from '../answer-name.ts'
import { NameForm } from '../name-form.tsx'
import { RowLinks } from '../row-links.tsx'
import { addressWith } from '../table/address.ts'
import { AdminTable } from '../table/admin-table.tsx'
import type { Column } from '../table/parts.ts'
import type { Route } from './+types/tags.ts'

const nothingAsked = { rename: null, merge: null, delete: null }

export async function loader(args: Route.LoaderArgs) {
  const { ctx, admin } = supportAdminOf(args)
  const query = args.url.searchParams
  const find = (param: keyof typeof nothingAsked) => findRow(ctx, admin, tagTable, query.get(param))
  const merging = await find('merge')
  return {
    view: await readTable(ctx, admin, tagTable, query),
    renaming: await find('rename'),
    merging: merging ? { ...merging, others: await listTags(ctx.db) } : null,
    deleting: await find('delete'),
  }
}

export async function action(args: Route.ActionArgs) {
  const { ctx, admin } = supportAdminOf(args)
  const formData = await formDataOf(args.request)
  const back = addressWith(args.url.href, nothingAsked)
  switch (formData.get('intent')) {
    case 'delete':
      return answerButton(ctx, formData, {
        schema: deleteTagForm,
        act: (form) => deleteTag(ctx, admin, form),
        to: back,
        done: 'Tag deleted.',
        failed: 'Error deleting tag',
      })
    case 'rename':
      return answerForm(ctx, formData, {
        schema: renameTagForm,
        act: (form) => renameTag(ctx, admin, form),
        ...answerName({ back, done: 'Tag renamed.' }),
      })
    case 'merge':
      return answerForm(ctx, formData, {
        schema: mergeTagForm,
        act: (form) => mergeTag(ctx, admin, form),
        ...answerName({ back, done: 'Tags merged.', field: 'into' }),
      })
    default:
      return answerForm(ctx, formData, {
        schema: addTagForm,
        act: (form) => addTag(ctx, admin, form),
        ...answerName({ back, done: 'Tag added.' }),
      })
  }
}

export const meta: Route.MetaFunction = ({ matches }) => [{ title: titleOf('Tags', matches) }]

const columnsAt = (here: string): Column<AdminTag, TagSort>[] => [
  { head: 'Tag', sort: 'name', cell: ({ name }) => <span className="font-semibold">{name}</span> },
  {
    head: 'Listings',
    sort: 'listings',
    numeric: true,
    cell: ({ name, listingCount }) =>
      listingCount > 0 ? (
        <Link
          to={`/products?${new URLSearchParams({ search: name })}`}
          className="link"
          aria-label={`${listingCount} ${listingCount === 1 ? 'listing' : 'listings'} tagged ${name}`}
        >
          {listingCount.toLocaleString('en-PH')}
        </Link>
      ) : (
        '0'
      ),
  },
  {
    head: 'Actions',
    wideOnPhone: true,
    alignRight: true,
    cell: ({ name }) => (
      <RowLinks
        name={name}
        links={[
          { label: 'Rename', to: addressWith(here, { ...nothingAsked, rename: name }) },
          { label: 'Merge', to: addressWith(here, { ...nothingAsked, merge: name }) },
          { label: 'Delete', to: addressWith(here, { ...nothingAsked, delete: name }), danger: true },
        ]}
      />
    ),
  },
]

export default function Tags({ loaderData, actionData }: Route.ComponentProps) {
  const { view, deleting } = loaderData
  const here = useHere()
  return (
    <>
      <PageHeading
        title="Tags"
        lead="The words owners can put on their listings, and renters find them by."
      />
      {deleting ? (
        <Question
          title={`Delete “${deleting.name}”?`}
          message={deletingTag(deleting.listingCount)}
          confirmLabel="Delete"
          cancelTo={addressWith(here, nothingAsked)}
          hidden={{ intent: 'delete', tag: deleting.name }}
        />
      ) : null}
      <TagForm {...loaderData} problem={actionData} cancelTo={addressWith(here, nothingAsked)} />
      <AdminTable
        noun={{ one: 'tag', many: 'tags' }}
        view={view}
        columns={columnsAt(here)}
        keyOf={({ name }) => name}
        searches="Tag"
        empty={<EmptyState title="No tags yet">Add the first one above.</EmptyState>}
      />
    </>
  )
}

type TagFormProps = Pick<Route.ComponentProps['loaderData'], 'view' | 'renaming' | 'merging'> & {
  problem?: FormProblem
  cancelTo: string
}

/** Adds a tag, or renames or merges the one in the address. */
function TagForm({ view, renaming, merging, problem, cancelTo }: TagFormProps) {
  if (renaming)
    return (
      <NameForm
        intent="rename"
        title={`Rename “${renaming.name}”`}
        label="New name"
        maxLength={MAX_TAG_LENGTH}
        value={renaming.name}
        button="Save"
        hidden={{ tag: renaming.name }}
        {...{ problem, cancelTo }}
      />
    )
  if (merging)
    return (
      <NameForm
        intent="merge"
        title={`Merge “${merging.name}” into another`}
        button="Merge"
        hidden={{ tag: merging.name }}
        {...{ problem, cancelTo }}
      >
        <Select
          label="Its listings get this tag instead"
          name="into"
          required
          error={problem?.errors.into}
          options={[
            { value: '', label: 'Choose a tag' },
            ...merging.others
              .filter((name) => name !== merging.name)
              .map((name) => ({ value: name, label: name })),
          ]}
          fieldClassName="max-w-md"
        />
      </NameForm>
    )
  return (
    <NameForm
      key={view.total}
      intent="add"
      title="Add a tag"
      label="Tag"
      maxLength={MAX_TAG_LENGTH}
      button="Add Tag"
      problem={problem}
    />
  )
}
