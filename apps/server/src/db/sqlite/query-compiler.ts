import { SqliteQueryCompiler, ValueNode, type LimitNode } from 'kysely';

/**
 * Without parameters as limits: SQLite reads the value of such a parameter while it plans, and plans the statement again each
 * time it runs.
 */
export class LimitsInText extends SqliteQueryCompiler {
  protected override visitLimit(node: LimitNode): void {
    const { limit } = node;
    if (ValueNode.is(limit) && Number.isSafeInteger(limit.value)) {
      this.append(`limit ${String(limit.value)}`);
      return;
    }
    this.append('limit cast(');
    this.visitNode(limit);
    this.append(' as bigint)');
  }
}
