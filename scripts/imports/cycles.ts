/**
 * Groups of nodes that reach each other (Tarjan's strongly connected components), each as one cycle to show.
 * @param edges what each node leads to
 */
export function findCycles(edges: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const cycles: string[][] = [];

  function visit(node: string): number {
    const number = order.size;
    order.set(node, number);
    lowest.set(node, number);
    stack.push(node);
    for (const next of edges.get(node) ?? []) {
      const reached = order.has(next) ? (stack.includes(next) ? order.get(next) : undefined) : visit(next);
      if (reached !== undefined) lowest.set(node, Math.min(lowest.get(node) ?? number, reached));
    }
    const low = lowest.get(node) ?? number;
    if (low === number) {
      const group = stack.splice(stack.indexOf(node));
      if (group.length > 1 || edges.get(node)?.includes(node))
        cycles.push(oneRound(node, new Set(group), edges));
    }
    return low;
  }

  for (const node of edges.keys()) if (!order.has(node)) visit(node);
  return cycles;
}

/** The shortest way from a node back to itself within its group. */
function oneRound(
  start: string,
  group: ReadonlySet<string>,
  edges: ReadonlyMap<string, readonly string[]>,
): string[] {
  let ways: string[][] = [[start]];
  const seen = new Set<string>();
  while (ways.length > 0) {
    const longer: string[][] = [];
    for (const way of ways) {
      for (const next of edges.get(way.at(-1) ?? start) ?? []) {
        if (next === start) return [...way, start];
        if (!group.has(next) || seen.has(next)) continue;
        seen.add(next);
        longer.push([...way, next]);
      }
    }
    ways = longer;
  }
  return [start];
}
