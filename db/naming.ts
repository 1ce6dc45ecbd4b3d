import {
  CamelCasePlugin,
  type PluginTransformQueryArgs,
  PostgresQueryCompiler,
  type RootOperationNode,
} from 'kysely'

class ResultNaming extends CamelCasePlugin {
  constructor() {
    super({ maintainNestedObjectKeys: true })
  }

  override transformQuery({ node }: PluginTransformQueryArgs): RootOperationNode {
    return node
  }

  toSnakeCase(name: string): string {
    return this.snakeCase(name)
  }
}

/**
 * Names are `snake_case` in the database and `camelCase` in code. This plugin converts the columns of results; keys
 * inside JSON stay as they are. A Kysely with it needs `SnakeCaseCompiler`, as it does not convert statements.
 */
export const naming = new ResultNaming()

/** Writes the names of a statement in `snake_case`. Kysely's own plugin copies each node of a statement for that. */
export class SnakeCaseCompiler extends PostgresQueryCompiler {
  protected override sanitizeIdentifier(identifier: string): string {
    return super.sanitizeIdentifier(naming.toSnakeCase(identifier))
  }
}
