import {
  type DatabaseIntrospector,
  type Kysely,
  PostgresAdapter,
  PostgresDialect,
  PostgresDriver,
  PostgresIntrospector,
  type PostgresQueryCompiler,
  type PostgresDialectConfig,
  sql,
  type TableMetadata,
} from 'kysely'
import { SnakeCaseCompiler } from './naming.ts'

/**
 * Our PostgreSQL dialect: names are in snake case, only the tables of migrations are looked for, and the reason of a
 * failure is kept. A transaction that fails because the connection
 * was lost rejects with that reason; Kysely's own rejects with the error of the following `rollback` ("Client has
 * encountered a connection error"). A lost client needs no rollback: the server does it, and the driver has marked the
 * client to be dropped. A migration that fails inside a transaction can't release its lock, and keeps its reason too.
 */
export class OurDialect extends PostgresDialect {
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

  override createIntrospector(db: Kysely<unknown>): DatabaseIntrospector {
    return new MigrationIntrospector(db)
  }

  override createQueryCompiler(): PostgresQueryCompiler {
    return new SnakeCaseCompiler()
  }
}

/**
 * Lists only Kysely's own tables of migrations (`kysely%`), without columns: nothing else may use `introspection`. The
 * migrator lists tables three times for each migration, and Kysely's query would read every column of every table each
 * time, in 16 ms on PostgreSQL and 40 ms on the embedded database.
 */
class MigrationIntrospector extends PostgresIntrospector {
  #db: Kysely<unknown>

  constructor(db: Kysely<unknown>) {
    super(db)
    this.#db = db
  }

  override async getTables(): Promise<TableMetadata[]> {
    const { rows } = await sql<{ name: string; schema: string }>`
      select tablename as name, schemaname as schema from pg_tables
      where schemaname = current_schema() and tablename like 'kysely%'`.execute(this.#db)
    return rows.map((table) => ({ ...table, isView: false, isForeign: false, columns: [] }))
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
