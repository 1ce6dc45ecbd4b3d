import { PostgresDialect, PostgresDriver, type PostgresDialectConfig } from 'kysely'

/**
 * Kysely's PostgreSQL dialect with one change: a transaction that fails because the connection was lost rejects with
 * that reason. Kysely's own rejects with the error of the following `rollback` ("Client has encountered a connection
 * error"). A lost client needs no rollback: the server does it, and the driver has marked the client to be dropped.
 */
export class ReasonKeepingDialect extends PostgresDialect {
  #config: PostgresDialectConfig

  constructor(config: PostgresDialectConfig) {
    super(config)
    this.#config = config
  }

  override createDriver(): PostgresDriver {
    return new ReasonKeepingDriver(this.#config)
  }
}

class ReasonKeepingDriver extends PostgresDriver {
  override async rollbackTransaction(
    connection: Parameters<PostgresDriver['rollbackTransaction']>[0],
  ): Promise<void> {
    await super.rollbackTransaction(connection).catch(() => {})
  }
}
