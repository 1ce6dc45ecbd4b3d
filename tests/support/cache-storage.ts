const pathOf = (at: string | Request) =>
  new URL(typeof at === 'string' ? at : at.url, 'https://hiram.test').pathname

/** What of a browser's Cache is used. */
export class FakeCache {
  answers = new Map<string, Response>()
  async keys() {
    return [...this.answers.keys()].map((path) => new Request(`https://hiram.test${path}`))
  }
  async put(at: string | Request, answer: Response) {
    this.answers.set(pathOf(at), answer)
  }
  async match(at: string | Request) {
    return this.answers.get(pathOf(at))?.clone()
  }
  async delete(at: string | Request) {
    return this.answers.delete(pathOf(at))
  }
}

/** What of a browser's CacheStorage is used. As in browsers, a deleted cache that is still open is not found again. */
export class FakeCacheStorage {
  named = new Map<string, FakeCache>()
  async open(name: string) {
    const cache = this.named.get(name) ?? new FakeCache()
    this.named.set(name, cache)
    return cache
  }
  async keys() {
    return [...this.named.keys()]
  }
  async delete(name: string) {
    return this.named.delete(name)
  }
  async match(at: string | Request, { cacheName }: { cacheName: string }) {
    return this.named.get(cacheName)?.match(at)
  }
  /** The paths of everything that is kept. */
  paths = () => [...this.named.values()].flatMap(({ answers }) => [...answers.keys()])
}
