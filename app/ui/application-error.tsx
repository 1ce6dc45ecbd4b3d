/**
 * The whole document when what is around every page fails, its error page included. It replaces React Router's own,
 * which shows the stack trace to people.
 */
export function ApplicationError({ error }: { error: unknown }) {
  console.error(error)
  return (
    <html lang="en-PH">
      <head>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Something went wrong</title>
      </head>
      <body>
        <main>
          <h1>Something went wrong</h1>
          <p>Please reload the page.</p>
        </main>
      </body>
    </html>
  )
}
