import { describe, expect, it } from 'vitest'
import { hostsOf } from './hosts.ts'

describe('the hosts of a database', () => {
  it('are one address each, in their order', () => {
    expect(
      hostsOf(
        'postgres://ana:p%2C@db1:5432,db2,[::1]:5433/hiram?sslmode=require&target_session_attrs=read-write',
      ),
    ).toEqual([
      'postgres://ana:p%2C@db1:5432/hiram?sslmode=require',
      'postgres://ana:p%2C@db2/hiram?sslmode=require',
      'postgres://ana:p%2C@[::1]:5433/hiram?sslmode=require',
    ])
  })

  it.each(['postgresql://ana:x@db:5432/hiram?sslmode=require', 'postgres:///hiram?host=/run/postgresql'])(
    'of one host are the address as it is: %s',
    (url) => expect(hostsOf(url)).toEqual([url]),
  )

  it.each([
    'http://db/hiram',
    'db1,db2',
    'postgres://ana:pass@db1,/hiram',
    'postgres://ana:pass@db1:x,db2/hiram',
  ])('are refused when one is invalid, without the password in the error: %s', (url) => {
    expect(() => hostsOf(url)).toThrow('several hosts with commas')
    expect(() => hostsOf(url)).not.toThrow('pass@')
  })
})
