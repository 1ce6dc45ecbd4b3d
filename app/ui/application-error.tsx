/**
 * The whole document when what is around every page fails, its error page included. It replaces React Router's own,
 * which shows the stack trace to people.
 */
export function ApplicationError({ error }: { error: unknown }) {
  console.error(error)
  return (
    <html lang="en">
      <head>
        <title>Something went wrong</title>
      </head>
      <body>
        <h1>Something went wrong</h1>
        <p>Please reload the page.</p>
      </body>
    </html>
  )
}
