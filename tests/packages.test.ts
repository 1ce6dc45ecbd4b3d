import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'

const project = path.resolve(import.meta.dirname, '..')
const read = (file: string) => readFileSync(path.join(project, file), 'utf8')
type Names = Record<string, string>
type Package = { version?: string; resolved?: string; integrity?: string; inBundle?: boolean }
const own = JSON.parse(read('package.json')) as {
  scripts: Names
  dependencies: Names
  devDependencies: Names
  overrides: Names
}
const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, Package> }

const registry = 'https://registry.npmjs.org/'

describe('the packages', () => {
  it('have exact versions, so that a new one is somebody’s decision', () => {
    const named = [own.dependencies, own.devDependencies, own.overrides].flatMap((names) =>
      Object.entries(names),
    )
    expect(named.length).toBeGreaterThan(50)
    const loose = named.filter(([, wanted]) => !/^(\d+\.\d+\.\d+(-[\w.]+)?|\$[@\w/.-]+)$/.test(wanted))
    expect(loose).toEqual([])
  })

  it('are locked in these versions, each with a checksum, from no other place than the registry', () => {
    const wrong = Object.entries({ ...own.dependencies, ...own.devDependencies }).filter(
      ([name, version]) => packages[`node_modules/${name}`]?.version !== version,
    )
    expect(wrong).toEqual([])
    // What is inside another package has the checksum of that one.
    const fetched = Object.entries(packages).filter(([where, { inBundle }]) => where !== '' && !inBundle)
    const unchecked = fetched.filter(
      ([, { resolved, integrity }]) =>
        !integrity?.startsWith('sha512-') || !(resolved ?? registry).startsWith(registry),
    )
    expect(unchecked.map(([where]) => where)).toEqual([])
  })

  it('have a bill of materials, written without a network', { timeout: 120_000 }, async () => {
    expect(own.scripts.sbom).toMatch(/^npm sbom /)
    const env = { ...process.env, npm_config_offline: 'true', npm_config_registry: 'http://127.0.0.1:9' }
    const { stdout } = await promisify(execFile)('npm', ['run', '--silent', 'sbom'], {
      cwd: project,
      env,
      maxBuffer: 64 * 1024 * 1024,
    })
    const bill = JSON.parse(stdout) as { bomFormat: string; components: { name: string; version: string }[] }
    expect(bill.bomFormat).toBe('CycloneDX')
    const listed = bill.components.map(({ name, version }) => `${name}@${version}`)
    const wanted = Object.entries({ ...own.dependencies, ...own.devDependencies })
    expect(wanted.filter(([name, version]) => !listed.includes(`${name}@${version}`))).toEqual([])
  })

  it('are looked up by the workflow among those with known weaknesses, and the bill is kept', () => {
    const workflow = read('.github/workflows/ci.yml')
    expect(workflow).toMatch(/run: npm audit /)
    expect(workflow).toMatch(/run: npm run --silent sbom > \S+\n[\s\S]*upload-artifact/)
  })
})
