import { forgetLists } from '#app/ui/use-more.ts'

/**
 * Sends the form by which a person leaves: a log-out, or the deletion of their account. Once the site has answered
 * with a redirect, what this browser stored for them is deleted; a redirect to the log-in page deleted no account.
 */
export async function forgetOnLeaving<Answer>(send: () => Promise<Answer>): Promise<Answer> {
  try {
    return await send()
  } catch (answer) {
    if (answer instanceof Response && !answer.headers.get('Location')?.startsWith('/login')) {
      forgetHere()
      forgetLists()
      await forgetFiles()
    }
    throw answer
  }
}

/** Deletes what this browser stored for its person, also unsent messages. Only the theme stays. */
function forgetHere() {
  const { theme } = document.documentElement.dataset
  try {
    sessionStorage.clear()
    localStorage.clear()
    if (theme) localStorage.setItem('theme', theme)
  } catch {
    // In a browser without storage there is nothing to delete.
  }
}

/** Deletes the files that pages kept: unsent photos, and copies of handovers. */
async function forgetFiles() {
  try {
    if ('caches' in globalThis) for (const name of await caches.keys()) await caches.delete(name)
  } catch {
    // In a browser without storage there is nothing to delete.
  }
}
