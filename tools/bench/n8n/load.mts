/**
 * `npm run bench:load`: our trigger under load in a real n8n, beside n8n's Webhook node. Sends at a set pace, whatever
 * the answers; fails where a delivery was lost, ran twice in one process, or ran though forged or filtered out. All
 * in small, unless flags ask for more: CONTRIBUTING.md has those of the full measurement. Linux only: it reads /proc.
 */
import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';

import { getN8nRelease } from '../../n8n/install.mts';
import { prepareN8n } from '../../n8n/prepare.mts';
import { createRandom } from '../../random.mts';
import { writePages } from '../pages.mts';
import { describeMachine, save, say, toRatio } from '../results.mts';
import { byTurns, quantile, toRatios } from '../figures.mts';
import { toCommand } from '../questions.mts';
import { measureBreakdown } from './breakdown.mts';
import { type Deployment, openQueue, openRegular } from './deployment.mts';
import { measureList } from './list.mts';
import { ONLY_WANTED, type Shares, parseShares } from './mix.mts';
import { readRuns, toOutcomes } from './outcomes.mts';
import { PROFILED } from './profile.mts';
import { AT_ONCE, FILTERS, type Result, readAll, run } from './run.mts';
import {
	type Measured,
	explainTwice,
	printCosts,
	printMemory,
	printOutcomes,
	printTimes,
	toCosts,
} from './tables.mts';
import { type Target, publishTargets } from './targets.mts';
import { measureViral, printViral } from './viral.mts';

const { values: flags } = parseArgs({
	options: {
		/** How n8n runs: 0 stands for one process, any other number for queue mode with as many workers. */
		workers: { type: 'string', default: '0,1,2' },
		/** To our trigger, in all rounds together. */
		deliveries: { type: 'string', default: '100' },
		/** To each of those that it is compared with; by default as many. */
		compared: { type: 'string' },
		rounds: { type: 'string', default: '2' },
		/** A second; less than n8n can take. */
		pace: { type: 'string', default: '6' },
		/** Wanted, filtered, repeated and forged ones of a hundred. */
		mix: { type: 'string', default: '70/20/5/5' },
		/** Sent at once in each round, for the executions per second; 0 leaves that out. */
		burst: { type: 'string', default: '20' },
		/** Seconds of 50 deliveries each; 0 leaves that out. */
		viral: { type: 'string', default: '5' },
		/** Names what the CPU time goes into, and measures nothing else. */
		profile: { type: 'boolean', default: false },
		/** Says what the list of processed deliveries costs, and measures nothing else. */
		list: { type: 'boolean', default: false },
		/** Settings of n8n to try, e.g. N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE=true. */
		env: { type: 'string', multiple: true, default: [] },
		seed: { type: 'string', default: '1' },
		/** Every single figure goes into this file. */
		json: { type: 'string' },
		/** Keeps the results, and makes the page of them. */
		write: { type: 'boolean', default: false },
	},
});
const deliveries = Number(flags.deliveries);
const compared = Number(flags.compared ?? deliveries);
const rounds = Number(flags.rounds);
const perSecond = Number(flags.pace);
const burst = Number(flags.burst);
const viralSeconds = Number(flags.viral);
const shares = parseShares(flags.mix);
const random = createRandom(Number(flags.seed));
const given = Object.fromEntries(
	flags.env.map((one) => [one.split('=')[0], one.replace(/^[^=]*=/, '')]),
);
const env = { ...(flags.profile ? PROFILED : {}), ...given };
const isDefault = flags.env.length === 0;

const mode = flags.profile ? 'profile' : flags.list ? 'list' : 'load';
const TITLES = {
	load: 'The trigger under load',
	profile: 'What a delivery is spent on',
	list: 'What the list of processed deliveries costs',
};

const WARM_UP = 20;

async function measure(deployment: Deployment, targets: Target[]) {
	// The same mix for each of them, round by round.
	const draws = new Map(targets.map((target) => [target, createRandom(Number(flags.seed))]));
	const send = async (target: Target, mix: Shares, count: number, pace = perSecond) =>
		await run(deployment, target, {
			...{ shares: mix, count, perSecond: pace },
			random: draws.get(target)!,
		});
	// The first ones pay for what n8n loads and compiles.
	const warmUps = new Map<Target, Result>();
	for (const target of targets) warmUps.set(target, await send(target, shares, WARM_UP));
	const before = readAll();
	const turns = await byTurns(targets, rounds, async (target) => ({
		paced: await send(
			target,
			shares,
			Math.ceil((target === targets[0] ? deliveries : compared) / rounds),
		),
		atOnce: burst > 0 ? [await send(target, ONLY_WANTED, burst, AT_ONCE)] : [],
	}));
	const after = readAll();
	const measured: Measured[] = [];
	for (const { candidate: target, runs } of turns) {
		const { executions, failed, byId } = await readRuns(
			deployment.rest,
			target.workflow.id,
			target.getId,
		);
		const ofRounds = runs.map(({ paced }) => paced);
		const atOnce = runs.flatMap((one) => one.atOnce);
		const all = [warmUps.get(target)!, ...ofRounds, ...atOnce];
		const delivered = all.flatMap((one) => one.delivered);
		measured.push({
			name: target.name,
			rounds: ofRounds,
			perSecond: atOnce.map(({ seconds }) => burst / seconds),
			...{ delivered, executions, failed, outcomes: toOutcomes(delivered, byId) },
		});
	}
	return { before, after, measured };
}

/** What was asked for, above the tables. */
function sayWhat({ name, databases }: Deployment): void {
	say(
		`**${name}**. ${databases} n8n, its database, the sandbox and the process that sends deliveries share the machine.`,
	);
	const [ours, theirs] = [deliveries, compared].map((count) => count.toLocaleString('en'));
	const asked = `${ours} deliveries to our trigger and ${theirs} to each Webhook node in ${rounds} rounds by turns, ${perSecond} a second`;
	const settings = flags.env.length > 0 ? `, with \`${flags.env.join(' ')}\`` : '';
	const { wanted, filtered, repeated, forged } = shares;
	say(
		`${asked}: ${wanted} % wanted, ${filtered} % filtered out, ${repeated} % repeated, ${forged} % forged${settings}.`,
	);
	say('Each is sent at its time, whatever the responses, and the response time counts from then.');
	say('Ratios are over version 1 of the Webhook node, which n8n treats as it treats our trigger.');
	say();
}

/** A line for the top of the page. */
function conclude({ outcomes, rounds: ofRounds }: Measured, baseline: Measured): string {
	const { lost, twice, forged } = outcomes;
	const ratio = quantile(toRatios(toCosts(ofRounds), toCosts(baseline.rounds)), 0.5);
	return `Of ${deliveries.toLocaleString('en')} deliveries at ${perSecond} a second to one n8n process, ${lost.length} were lost, ${twice.length} ran twice and ${forged.length} forged ones were accepted; each took ${toRatio(ratio)} times the CPU of one to version 1 of the Webhook node.`;
}

/** For whoever looks for the reason: when they were sent, and what n8n said meanwhile. */
function tellLost({ name, delivered, outcomes }: Measured, { logs }: Deployment): void {
	const lost = delivered.filter(({ id }) => outcomes.lost.includes(id));
	process.stderr.write(`${name} lost ${JSON.stringify(lost)}\n`);
	for (const [role, log] of Object.entries(logs)) {
		const complaints = log()
			.split('\n')
			.filter((line) => /error|warn|fail/i.test(line));
		process.stderr.write(`${role}:\n${complaints.slice(-50).join('\n')}\n`);
	}
}

/** All that is asked of the targets; gives every single figure, and the line that they come to. */
async function measureLoad(deployment: Deployment, targets: Target[], workers: number) {
	sayWhat(deployment);
	const { before, after, measured } = await measure(deployment, targets);
	printTimes(measured);
	printCosts(measured);
	printOutcomes(measured);
	const [ours, baseline] = measured;
	explainTwice(ours);
	printMemory(before, after);
	for (const one of measured) if (one.outcomes.lost.length > 0) tellLost(one, deployment);
	const { lost, twice, forged, filteredRun } = ours.outcomes;
	// Two workers that write n8n's list of what ran at the same moment undo each other.
	const wrong = [...lost, ...forged, ...filteredRun, ...(workers < 2 ? twice : [])];
	if (wrong.length > 0) process.exitCode = 1;

	const [trigger] = targets;
	const viral =
		viralSeconds > 0
			? await measureViral(deployment, trigger, { seconds: viralSeconds, perSecond, random })
			: undefined;
	if (viral) printViral(viral);
	const conclusion = workers === 0 && isDefault ? conclude(ours, baseline) : undefined;
	return { figures: { before, after, measured, viral }, conclusion };
}

async function measureAsked(
	deployment: Deployment,
	workers: number,
): Promise<{ figures: object; conclusion?: string }> {
	if (mode === 'list') {
		return { figures: await measureList(deployment, { rounds, perSecond, random }) };
	}
	const targets = await publishTargets(deployment, FILTERS);
	if (mode === 'profile') {
		return { figures: await measureBreakdown(deployment, targets[0], { perSecond, random }) };
	}
	return await measureLoad(deployment, targets, workers);
}

async function measureDeployment(workers: number): Promise<object> {
	const loadAtStart = loadavg()[0].toFixed(1);
	const deployment = workers === 0 ? await openRegular(env) : await openQueue(workers, env);
	try {
		const { figures, conclusion } = await measureAsked(deployment, workers);
		say(
			`Load of the machine, other work on it included: ${loadAtStart} at the start, ${loadavg()[0].toFixed(1)} at the end.`,
		);
		const title = `${TITLES[mode]}: ${[deployment.name, ...flags.env].join(', ')}`;
		const place = `${workers === 0 ? 1 : 2}-${mode}-${workers}`;
		const about = { title, conclusion, command: toCommand('npm run bench:load'), n8n };
		save(`${place}${isDefault ? '' : '-set'}`, about, flags.write);
		return { name: deployment.name, workers, figures };
	} finally {
		await deployment.close();
	}
}

await prepareN8n();
const n8n = getN8nRelease();
const measuredDeployments: object[] = [];
for (const workers of flags.workers.split(',').map(Number)) {
	measuredDeployments.push(await measureDeployment(workers));
	if (flags.json === undefined) continue;
	const all = { machine: describeMachine(), n8n, at: new Date().toISOString(), flags };
	// After each of them: a failure hours later must not take with it what is measured.
	writeFileSync(flags.json, JSON.stringify({ ...all, deployments: measuredDeployments }));
}
if (flags.write) writePages();
