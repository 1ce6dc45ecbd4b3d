const address = /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^/?]*)(.*)$/

/**
 * The address of each host of a database, in order: `postgres://ana:x@db1:5432,db2:5432/hiram` has two; an address
 * with one host is returned unchanged. Throws when it is no address of PostgreSQL, or when its `target_session_attrs`
 * is not `read-write`: of several hosts, the site needs the one it can write to. The error contains neither user nor
 * password.
 */
export function hostsOf(databaseUrl: string): string[] {
  const [, before = '', hosts = '', after = ''] = address.exec(databaseUrl) ?? []
  const names = hosts.split(',')
  const several = names.length > 1
  const all = names.map((name) => before + name + after)
  if (!all.every((each) => URL.canParse(each)) || (several && names.includes('')))
    throw new Error('write it as postgres://user:password@host:5432/database, several hosts with commas')
  if (!several) return [databaseUrl]
  return all.map((each) => {
    const url = new URL(each)
    if ((url.searchParams.get('target_session_attrs') ?? 'read-write') !== 'read-write')
      throw new Error('target_session_attrs can only be read-write')
    url.searchParams.delete('target_session_attrs')
    return url.href
  })
}
