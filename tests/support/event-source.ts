type Reader = { id: string; cookie: string }

/**
 * The part of a browser's `EventSource` that the live connection of a page uses. Each is opened for the one of
 * `readers` whom its address names, at the server that `origin` returns.
 */
export function eventSources(readers: readonly Reader[], origin: () => string) {
  const open = new Set<NodeEventSource>()
  class NodeEventSource extends EventTarget {
    static readonly OPEN = 1
    static readonly CLOSED = 2
    readyState = 0
    #ended = new AbortController()
    readonly reader: Reader
    constructor(path: string) {
      super()
      this.reader = readers.find(({ id }) => id === new URL(path, origin()).searchParams.get('as'))!
      open.add(this)
      void this.#read(path)
    }
    async #read(path: string) {
      try {
        const signal = this.#ended.signal
        const answer = await fetch(new URL(path, origin()), {
          headers: { cookie: this.reader.cookie },
          signal,
        })
        if (answer.status !== 200) return this.#fail(NodeEventSource.CLOSED)
        this.readyState = NodeEventSource.OPEN
        let rest = ''
        for await (const chunk of answer.body!.pipeThrough(new TextDecoderStream())) {
          const frames = (rest + chunk).split('\n\n')
          rest = frames.pop()!
          for (const frame of frames) this.#tell(frame)
        }
        this.#fail(0)
      } catch {
        this.#fail(0)
      }
    }
    #tell(frame: string) {
      if (this.readyState === NodeEventSource.CLOSED) return
      const fields = new Map(frame.split('\n').map((line) => line.split(/: (.*)/s, 2) as [string, string]))
      const event = fields.get('event')
      const message = { data: fields.get('data')!, lastEventId: fields.get('id') ?? '' }
      if (event) this.dispatchEvent(new MessageEvent(event, message))
    }
    #fail(readyState: number) {
      open.delete(this)
      if (this.readyState === NodeEventSource.CLOSED) return
      this.readyState = readyState
      this.dispatchEvent(new Event('error'))
    }
    /** Breaks the connection, also in the middle of a message. */
    cut() {
      this.#ended.abort()
    }
    close() {
      this.readyState = NodeEventSource.CLOSED
      this.#ended.abort()
    }
  }
  return {
    EventSource: NodeEventSource,
    cut: ({ id }: Reader) => open.forEach((each) => each.reader.id === id && each.cut()),
  }
}
