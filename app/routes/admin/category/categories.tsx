import {
  addCategoryForm,
  deleteCategoryForm,
  deleteCategoryMessage,
  MAX_CATEGORY_LENGTH,
  renameCategoryForm,
} from '#domain/catalogue/category.ts'
import { EmptyState } from '#app/ui/primitives/empty-state.tsx'
import { PageHeading } from '#app/ui/primitives/page-heading.tsx'
import { Question } from '#app/ui/question.tsx'
import { useHere } from '#app/ui/use-here.ts'
import { type AdminCategory, categoryTable, type CategorySort } from '#server/category/category-table.ts'
import { findRow, readTable } from '#server/admin-table.ts'
import { addCategory } from '#server/category/add-category.ts'
import { deleteCategory } from '#server/category/delete-category.ts'
import { renameCategory } from '#server/category/rename-category.ts'
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
import type { Route } from './+types/categories.ts'

export async function loader(args: Route.LoaderArgs) {
  const { ctx, admin } = supportAdminOf(args)
  const query = args.url.searchParams
  return {
    view: await readTable(ctx, admin, categoryTable, query),
    renaming: await findRow(ctx, admin, categoryTable, query.get('rename')),
    deleting: await findRow(ctx, admin, categoryTable, query.get('delete')),
  }
}

export async function action(args: Route.ActionArgs) {
  const { ctx, admin } = supportAdminOf(args)
  const formData = await formDataOf(args.request)
  const back = addressWith(args.url.href, { rename: null, delete: null })
  const intent = formData.get('intent')
  if (intent === 'delete')
    return answerButton(ctx, formData, {
      schema: deleteCategoryForm,
      act: (form) => deleteCategory(ctx, admin, form),
      to: back,
      done: 'Category deleted.',
      failed: 'Error deleting category',
    })
  if (intent === 'rename')
    return answerForm(ctx, formData, {
      schema: renameCategoryForm,
      act: (form) => renameCategory(ctx, admin, form),
      ...answerName({ back, done: 'Category renamed.' }),
    })
  return answerForm(ctx, formData, {
    schema: addCategoryForm,
    act: (form) => addCategory(ctx, admin, form),
    ...answerName({ back, done: 'Category added.' }),
  })
}

export const meta: Route.MetaFunction = ({ matches }) => [{ title: titleOf('Categories', matches) }]

const columnsAt = (here: string): Column<AdminCategory, CategorySort>[] => [
  { head: 'Name', sort: 'name', cell: ({ name }) => <span className="font-semibold">{name}</span> },
  {
    head: 'Listings',
    sort: 'listings',
    numeric: true,
    cell: ({ id, name, listingCount }) =>
      listingCount > 0 ? (
        <Link
          to={`/admin/listings?category=${id}`}
          className="link"
          aria-label={`${listingCount === 1 ? '1 listing' : `${listingCount} listings`} in ${name}`}
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
    cell: ({ id, name }) => (
      <RowLinks
        name={name}
        links={[
          { label: 'Rename', to: addressWith(here, { rename: String(id), delete: null }) },
          { label: 'Delete', to: addressWith(here, { delete: String(id), rename: null }), danger: true },
        ]}
      />
    ),
  },
]

export default function Categories({ loaderData, actionData }: Route.ComponentProps) {
  const { view, renaming, deleting } = loaderData
  const here = useHere()
  const back = addressWith(here, { rename: null, delete: null })
  return (
    <>
      <PageHeading
        title="Categories"
        lead="The shelves of the catalogue. A listing without one is Uncategorized."
      />
      {deleting ? (
        <Question
          title={`Delete “${deleting.name}”?`}
          message={deleteCategoryMessage(deleting.listingCount)}
          confirmLabel="Delete"
          cancelTo={back}
          hidden={{ intent: 'delete', categoryId: deleting.id }}
        />
      ) : null}
      {renaming ? (
        <NameForm
          intent="rename"
          title={`Rename “${renaming.name}”`}
          label="New name"
          maxLength={MAX_CATEGORY_LENGTH}
          value={renaming.name}
          button="Save"
          problem={actionData}
          cancelTo={back}
          hidden={{ categoryId: String(renaming.id) }}
        />
      ) : (
        <NameForm
          key={view.total}
          intent="add"
          title="Add a category"
          label="Name"
          maxLength={MAX_CATEGORY_LENGTH}
          button="Add Category"
          problem={actionData}
        />
      )}
      <AdminTable
        noun={{ one: 'category', many: 'categories' }}
        view={view}
        columns={columnsAt(here)}
        keyOf={({ id }) => String(id)}
        searches="Name"
        empty={<EmptyState title="No categories yet">Add the first one above.</EmptyState>}
      />
    </>
  )
}
