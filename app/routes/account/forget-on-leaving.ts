import { forgetLists } from '#app/ui/use-more.ts'

/** The status of the redirect after a log-out or a deleted account. No other redirect may have it. */
export const LEFT = 303

/**
 * Sends the form by which a person leaves: a log-out, or the deletion of their account. Once the site has answered
 * that they left, what this browser stored for them is deleted; the redirect of a session that had ended deletes
 * nothing.
 */
export async function forgetOnLeaving<Answer>(send: () => Promise<Answer>): Promise<Answer> {
  try {
    return await send()
  } catch (answer) {
    if (answer instanceof Response && answer.status === LEFT) {
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
