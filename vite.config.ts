import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'

const [brotli, gzipped] = [promisify(brotliCompress), promisify(gzip)]

/** Server code reached from a browser module fails the build, naming the importer. */
function noServerCodeInTheBrowser(): Plugin {
  return {
    name: 'hiram:no-server-code-in-the-browser',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'client',
    resolveId(source, importer) {
      if (/^#(server|db|gateways|seeds|tests)\//.test(source) || /^(pg|kysely|sharp|node:.*)$/.test(source)) {
        if (importer?.includes('node_modules')) return null
        throw new Error(`${importer} is sent to the browser and may not import ${source}`)
      }
      return null
    },
  }
}

/**
 * Forms are read on the server only, but their schemas are in modules that pages use too. In browsers this replaces
 * the library of 20 KiB by empty schemas; reading a form there throws an error that says so.
 */
function noSchemasInTheBrowser(): Plugin {
  const nothing = `
    const nothing = new Proxy(function () {}, {
      apply: () => nothing,
      get(_, name) {
        if (/parse/i.test(String(name))) throw new Error('Forms are read on the server')
        return nothing
      },
    })
    export const z = nothing`
  return {
    name: 'hiram:no-schemas-in-the-browser',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'client',
    resolveId: (source) => (source === 'zod' ? '\0no-schemas' : null),
    load: (id) => (id === '\0no-schemas' ? nothing : null),
  }
}

/**
 * React Router reloads the page when the code of a route can't be loaded, and remembers the failure: after a lost
 * connection the page would be lost. When all else fails it shows a stack trace (`errorBoundaries.js`); its page for a
 * root without an error page (`hooks.js`) is never shown here. This replaces that code, and fails the build when a new
 * version has changed it.
 */
function failInOurWay(): Plugin {
  const ours = JSON.stringify(`${import.meta.dirname}/app/offline/load-route-module.ts`)
  const lastPage = JSON.stringify(`${import.meta.dirname}/app/ui/application-error.tsx`)
  const changes: Record<string, [from: RegExp, to: string]> = {
    'dom/ssr/routeModules.js': [
      /async function loadRouteModule[\s\S]*?\n}\n/,
      `import { loadRouteModule } from ${ours}\n`,
    ],
    'dom/ssr/routes.js': [
      /(lazyRoutePromise = \(async \(\) => {[\s\S]*?}\)\(\);)/,
      '$1\nlazyRoutePromise.catch(() => (lazyRoutePromise = undefined));',
    ],
    'dom/ssr/links.js': [
      /import { loadRouteModule } from "[^"]*routeModules.js";/,
      `import { prefetchRouteModule as loadRouteModule } from ${ours}`,
    ],
    'lib/hooks.js': [
      /function DefaultErrorComponent[\s\S]*?\n}\n/,
      'const DefaultErrorComponent = () => null\n',
    ],
    'dom/ssr/errorBoundaries.js': [
      /function RemixRootDefaultErrorBoundary[\s\S]*(?=\/\/#endregion)/,
      `import { ApplicationError as RemixRootDefaultErrorBoundary } from ${lastPage}
      const BoundaryShell = () => null\n`,
    ],
  }
  const changed = new Set<string>()
  return {
    name: 'hiram:fail-in-our-way',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    transform(code, id) {
      const file = Object.keys(changes).find((name) => id.includes('/react-router/') && id.endsWith(name))
      if (!file) return null
      const [from, to] = changes[file]!
      if (from.test(code)) changed.add(file)
      return { code: code.replace(from, to), map: null }
    },
    buildEnd(error) {
      if (!error && changed.size < Object.keys(changes).length)
        throw new Error(
          'React Router loads the code of routes or shows errors in another way now: see vite.config.ts',
        )
    },
  }
}

/**
 * What React Router can do and this site never asks for: watching its own steps (`instrumentations` in
 * `entry.client.tsx`), and a way of our own to find routes (`future.unstable_customRouteDiscovery` in
 * `react-router.config.ts`). In browsers their functions do nothing.
 */
function noUnusedPartsOfTheRouter(): Plugin {
  const parts = ['/router/instrumentation.js', '/dom/ssr/route-discovery.js']
  const leftOut = new Set<string>()
  return {
    name: 'hiram:no-unused-parts-of-the-router',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    transform(code, id) {
      const part = parts.find((end) => id.includes('/react-router/') && id.endsWith(end))
      const exported = part && /^export {(.+)}/m.exec(code)?.[1]
      if (!exported) return null
      leftOut.add(part)
      // Of each name the last word: `a` is exported as `a`, and `a as b` as `b`.
      const names = exported.split(',').map((name) => `nothing as ${name.trim().split(' ').at(-1)}`)
      return { code: `const nothing = () => undefined\nexport {${names.join()}}`, map: null }
    },
    buildEnd(error) {
      if (!error && leftOut.size < parts.length)
        throw new Error('React Router has other parts now: see vite.config.ts')
    },
  }
}

/**
 * Starts to load what a part of a page imports together with the part itself. Vite's own way also waits for styles,
 * and takes half a KiB more on every page; the styles of all parts belong to the root, or the build fails.
 */
function shortPreloading(): Plugin {
  const preload = `
    export const __vitePreload = (load, files = []) => {
      for (const file of files)
        document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href: '/' + file }))
      return load()
    }`
  return {
    name: 'hiram:short-preloading',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'client',
    load: (id) => (id === '\0vite/preload-helper.js' ? preload : null),
    generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle))
        if (chunk.type === 'chunk' && chunk.name !== 'root' && chunk.viteMetadata?.importedCss.size)
          throw new Error(`${chunk.fileName} has styles of its own: import them in app.css`)
    },
  }
}

/** The browser's build makes the styles. The server's build takes every `.css` as empty: it would make them again. */
function noStylesInTheServerBuild(): Plugin {
  return {
    name: 'hiram:no-styles-in-the-server-build',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'ssr',
    resolveId: (source) => (source.endsWith('.css') ? '\0no-styles' : null),
    load: (id) => (id === '\0no-styles' ? '' : null),
  }
}

/**
 * Blocks of 64 KiB (2^16 bytes): scripts become a little smaller than with the largest blocks. With `QUICK_BUILD`, for
 * the first start of the demo, the quality is 5: that saves 2 s, and the best quality makes scripts 7 % smaller.
 */
const brotliParams = {
  [constants.BROTLI_PARAM_LGBLOCK]: 16,
  [constants.BROTLI_PARAM_QUALITY]: process.env.QUICK_BUILD ? 5 : constants.BROTLI_MAX_QUALITY,
}
const SQUEEZABLE = /\.(js|css|svg|txt|json|webmanifest)$/

/**
 * Compresses the browser's files at build time, so that no server does it at its start: `x.js.br` and `x.js.gz` beside
 * `x.js`.
 */
function compressAssets(): Plugin {
  let folder: string
  return {
    name: 'hiram:compress-assets',
    apply: 'build',
    // The server's build comes last, and adds the list of routes to the browser's files.
    applyToEnvironment: (environment) => environment.name === 'ssr',
    configResolved: (config) => void (folder = config.environments.client!.build.outDir),
    async closeBundle() {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true })
      const files = entries.filter((entry) => entry.isFile() && SQUEEZABLE.test(entry.name))
      await Promise.all(
        files.map(async ({ parentPath, name }) => {
          const path = join(parentPath, name)
          const bytes = await readFile(path)
          await writeFile(`${path}.br`, await brotli(bytes, { params: brotliParams }))
          await writeFile(`${path}.gz`, await gzipped(bytes, { level: 9 }))
        }),
      )
    },
  }
}

type Graph = { getModuleInfo(id: string): { importedIds: readonly string[] } | null }

/**
 * Whether one of these files imports a module. A group of modules has also what these import in turn, as far as it is
 * used. The files themselves stay outside: in a chunk that every route loads, the root's styles would belong to each.
 */
function importedBy(...files: string[]) {
  const importers = files.map((file) => join(import.meta.dirname, 'app', file))
  return (id: string, graph: Graph) =>
    !/\.css$|\/app\/root\.tsx/.test(id) &&
    importers.some((each) => graph.getModuleInfo(each)?.importedIds.includes(id))
}
const onEveryPage = importedBy('entry.client.tsx', 'root.tsx?__react-router-build-client-route', 'root.tsx')
const onCatalogue = importedBy(
  ...['products.tsx', 'filter-form.tsx', 'active-filters.tsx'].map((file) => `routes/catalogue/${file}`),
)
/** Small modules of a listing's page that few others use: one file instead of six. */
const ofListing =
  /\/(structured-data|unbroken|calendar-disclosure|slide-buttons|stars|rating|chat\/chat)\.tsx?$/

export default defineConfig({
  plugins: [
    noServerCodeInTheBrowser(),
    noSchemasInTheBrowser(),
    failInOurWay(),
    noUnusedPartsOfTheRouter(),
    shortPreloading(),
    noStylesInTheServerBuild(),
    tailwindcss(),
    reactRouter(),
    compressAssets(),
  ],
  build: { reportCompressedSize: false },
  environments: {
    client: {
      build: {
        // What a part imports is loaded with it, without what every page has.
        modulePreload: {
          resolveDependencies: (_, files) =>
            files.filter((file) => !/\/(rolldown-runtime|framework|every-page)-/.test(file)),
        },
        rolldownOptions: {
          // A module that nobody uses is left out: those of the domain that only loaders use, for example.
          treeshake: { moduleSideEffects: [{ test: /\/(app|domain)\/.*\.tsx?$/, sideEffects: false }] },
          output: {
            codeSplitting: {
              groups: [
                {
                  name: 'framework',
                  test: /node_modules\/(react|react-dom|scheduler|react-router)\//,
                  priority: 4,
                },
                {
                  debugName: 'every-page',
                  name: (id, graph) => (onEveryPage(id, graph) ? 'every-page' : null),
                  priority: 3,
                },
                {
                  debugName: 'catalogue',
                  name: (id, graph) => (onCatalogue(id, graph) ? 'catalogue' : null),
                  priority: 2,
                  minShareCount: 2,
                },
                { name: 'listing-parts', test: ofListing, priority: 1, minShareCount: 2 },
                { name: 'icons', test: /\/lucide-react\//, minShareCount: 2 },
                // Without the fields of forms (domain/text.ts) and forms of one button: most guest pages have none.
                {
                  name: 'shared',
                  test: /\/app\/(ui(?!\/button-form)|live|offline)\/|\/app\/[^/]+\.tsx?$|\/domain\/(?!text\.ts)/,
                  minShareCount: 6,
                },
              ],
            },
          },
        },
      },
    },
    ssr: {
      // Bundles only the icons that pages use; otherwise Node loads all of them.
      resolve: { noExternal: ['lucide-react'] },
      // The server's own modules run from source on Node 24; the build contains only the pages.
      build: { rolldownOptions: { external: [/^#(server|db|gateways|domain)\//] } },
    },
  },
})
