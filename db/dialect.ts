import {
  PostgresAdapter,
  PostgresDialect,
  PostgresDriver,
  type PostgresQueryCompiler,
  type PostgresDialectConfig,
} from 'kysely'
import { SnakeCaseCompiler } from './naming.ts'

/**
 * Kysely's PostgreSQL dialect, which keeps the reason of a failure. A transaction that fails because the connection
 * was lost rejects with that reason; Kysely's own rejects with the error of the following `rollback` ("Client has
 * encountered a connection error"). A lost client needs no rollback: the server does it, and the driver has marked the
 * client to be dropped. A migration that fails inside a transaction can't release its lock, and keeps its reason too.
 */
export class ReasonKeepingDialect extends PostgresDialect {
  #config: PostgresDialectConfig

  constructor(config: PostgresDialectConfig) {
    super(config)
    this.#config = config
  }

  override createAdapter(): PostgresAdapter {
    return new ReasonKeepingAdapter()
  }

  override createDriver(): PostgresDriver {
    return new ReasonKeepingDriver(this.#config)
  }

  override createQueryCompiler(): PostgresQueryCompiler {
    return new SnakeCaseCompiler()
  }
}

class ReasonKeepingAdapter extends PostgresAdapter {
  override async releaseMigrationLock(
    ...where: Parameters<PostgresAdapter['releaseMigrationLock']>
  ): Promise<void> {
    await super.releaseMigrationLock(...where).catch(() => {})
  }
}

class ReasonKeepingDriver extends PostgresDriver {
  override async rollbackTransaction(
    connection: Parameters<PostgresDriver['rollbackTransaction']>[0],
  ): Promise<void> {
    await super.rollbackTransaction(connection).catch(() => {})
  }
}
