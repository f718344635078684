// Asks the exec tool of an installed OpenClaw what it decides, without running
// anything: every line of the input is a request with its settings, every line
// of the output is {"decision", "noUI", "why"}.
//
//   node decide.mjs DIST < requests.jsonl
//
// DIST is the folder of its modules. The tool itself is what answers; only its
// ends are replaced: the file of approvals, the question to a person, and the
// start of a process.
import { registerHooks } from "node:module";
import { readdirSync } from "node:fs";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import path from "node:path";

const dist = path.resolve(process.argv[2]);
// What the tool prints itself is no answer.
const answer = process.stdout.write.bind(process.stdout);
process.stdout.write = process.stderr.write.bind(process.stderr);
const state = (globalThis.skillctlDecide = { approvals: {}, attended: true });

class Outcome extends Error {
	constructor(decision) {
		super(decision);
		this.decision = decision;
	}
}
state.start = () => {
	throw new Outcome("allow");
};
// With nobody there a request is answered by nobody, and the fallback decides.
state.gateway = (method, params) => {
	if (method !== "exec.approval.request") throw new Error(`unexpected ${method}`);
	if (state.attended) throw new Outcome("ask");
	return { id: params.id, decision: null };
};

// What replaces the beginning of which function, by the name of the module.
const ends = [
	["bash-tools.exec-runtime-", "async function runExecProcess({", "async function runExecProcess(unused) { return globalThis.skillctlDecide.start(); }\nasync function notUsed({"],
	["gateway-", "async function callGatewayTool(method, opts, params, extra) {", "async function callGatewayTool(method, opts, params, extra) { return globalThis.skillctlDecide.gateway(method, params);"],
	["exec-approvals-store-", "function loadExecApprovals() {", "function loadExecApprovals() { return globalThis.skillctlDecide.approvals;"],
	["exec-approvals-store-", "function ensureExecApprovalsSnapshotSync() {", "function ensureExecApprovalsSnapshotSync() { return { file: globalThis.skillctlDecide.approvals };"],
	["exec-approvals-", "async function commitExecAuthorizationLocked(input) {", "async function commitExecAuthorizationLocked(input) { return () => {};"],
	["shell-env-", "function getShellPathFromLoginShell(", "function getShellPathFromLoginShell() { return null; }\nfunction unusedLoginShell("],
	["secret-store-", "function readSecretStoreExecEnvironment(", "function readSecretStoreExecEnvironment() { return { env: {} }; }\nfunction unusedSecretStore("],
];
const replaced = new Set();
registerHooks({
	load(url, context, next) {
		const loaded = next(url, context);
		const name = path.basename(url);
		let source;
		for (const [prefix, from, to] of ends) {
			if (!name.startsWith(prefix)) continue;
			source ??= String(loaded.source);
			if (!source.includes(from)) continue;
			source = source.replace(from, () => to);
			replaced.add(from);
		}
		return source === undefined ? loaded : { ...loaded, source };
	},
});

// The names that a module exports may be short ones: the function knows its own.
const entry = readdirSync(dist).find((name) => /^bash-tools-[^.]+\.mjs$/.test(name));
const createExecTool = Object.values(await import(pathToFileURL(path.join(dist, entry)))).find((f) => f?.name === "createExecTool");

async function decided(input, attended) {
	state.attended = attended;
	try {
		const approvals = input.approvals ?? {};
		const list = (input.allowlist ?? []).map((entry) => (typeof entry === "string" ? { pattern: entry } : entry));
		state.approvals = {
			version: 1,
			defaults: { security: "full", ask: "off", askFallback: "deny", ...approvals },
			agents: { main: { allowlist: list } },
		};
		const tool = createExecTool({
			agentId: "main",
			host: input.configuredHost,
			mode: input.mode,
			security: input.security ?? (input.mode ? undefined : "allowlist"),
			ask: input.ask ?? (input.mode ? undefined : "on-miss"),
			safeBins: input.safeBins,
			safeBinTrustedDirs: input.safeBinTrustedDirs,
			safeBinProfiles: input.safeBinProfiles,
			strictInlineEval: input.strictInlineEval,
			elevated: input.elevatedConfig,
			messageProvider: input.channel,
			sandboxRequired: input.sandboxRequired,
			sandbox: input.sandboxAvailable ? { containerName: "x", workspaceDir: input.cwd ?? "/tmp", containerWorkdir: "/workspace", env: {} } : undefined,
			bypassHostApprovalFloors: input.bypassHostApprovalFloors,
			autoReviewer: async () => ({ decision: "ask", risk: "high", rationale: "" }),
			cwd: input.cwd ?? "/tmp",
		});
		const result = await tool.execute("1", {
			command: input.command,
			env: input.envOverrides,
			ask: input.callAsk,
			host: input.host ?? undefined,
			elevated: input.elevated ?? undefined,
		});
		return { decision: "deny", why: result?.content?.[0]?.text ?? "" };
	} catch (error) {
		for (let at = error; at; at = at.cause) if (at instanceof Outcome) return { decision: at.decision, why: "" };
		return { decision: "deny", why: String(error?.message ?? error) };
	}
}

const own = { ...process.env };
for await (const line of createInterface({ input: process.stdin })) {
	if (!line.trim()) continue;
	const input = JSON.parse(line);
	for (const key of Object.keys(process.env)) delete process.env[key];
	Object.assign(process.env, { PATH: "/usr/bin:/bin", HOME: own.HOME, ...input.env });
	const asked = await decided(input, true);
	const alone = await decided(input, false);
	answer(`${JSON.stringify({ decision: asked.decision, noUI: alone.decision, why: asked.why || alone.why })}\n`);
}
for (const [, from] of ends)
	if (!replaced.has(from)) {
		process.stderr.write(`OpenClaw has changed: no module has ${from}\n`);
		process.exitCode = 1;
	}
process.exit();
