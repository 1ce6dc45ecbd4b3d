import { CamelCasePlugin, type PluginTransformQueryArgs, type RootOperationNode } from 'kysely'

/**
 * Columns are `snake_case` in the database and `camelCase` in code; keys inside JSON stay as they are. As a plugin it
 * only converts results. `SnakeCaseCompiler` converts the names of a statement while it writes them: the plugin would
 * copy every node of it first.
 */
class Naming extends CamelCasePlugin {
  constructor() {
    super({ maintainNestedObjectKeys: true })
  }

  override transformQuery({ node }: PluginTransformQueryArgs): RootOperationNode {
    return node
  }

  inDatabase(name: string): string {
    return this.snakeCase(name)
  }
}

export const naming = new Naming()
