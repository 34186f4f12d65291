import { openEngine } from '/work/main/engine/index.mts';
import { bareLoop } from '/work/main/bench/contenders.mts';
import { startService } from '/work/main/bench/service.mts';
const service = await startService();
const engine = await openEngine({ extraNodeTypes: { 'bench.loop5': bareLoop(5) } });
const go = async (node: string, n: number) => {
  const credentials = await service.prepare({});
  const cpu = process.cpuUsage();
  const r = await engine.runNode({ node, parameters: { resource: 'link', operation: 'create', url: '=https://example.com/{{ $json.n }}' }, items: Array.from({ length: n }, (_, i) => ({ json: { n: i } })), credentials, onError: 'continueErrorOutput' });
  if (r.items.length !== n) throw new Error('x');
  const { user, system } = process.cpuUsage(cpu);
  return (user + system) / 1000 / n;
};
await go('linkPlatform', 500); await go('bench.loop5', 500);
const best = { a: 9, b: 9 }; const ratios: number[] = [];
for (let i = 0; i < Number(process.argv[2] ?? 10); i++) { const b = await go('bench.loop5', 500); const a = await go('linkPlatform', 500); best.a = Math.min(best.a, a); best.b = Math.min(best.b, b); ratios.push(a / b); }
console.log(best, (best.a / best.b).toFixed(3), ratios.sort((x, y) => x - y).map((x) => x.toFixed(2)).join(' '));
await engine.close(); service.stop();
