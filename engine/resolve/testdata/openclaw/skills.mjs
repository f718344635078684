// Answers what the installed OpenClaw makes of a tree of skills: one line of JSON
// in for each question, one out. Started as: node skills.mjs PACKAGE. A question
// is {agents, path}; the tree and its configuration stand where the environment
// says, and may be another one each time.
import fs from "node:fs";
import path from "node:path";
import readline from "node:readline";
import { pathToFileURL } from "node:url";

const dist = path.join(process.argv[2], "dist");
const files = fs.readdirSync(dist).filter((name) => name.endsWith(".mjs"));

// Modules have names with a digest in them, and exports have short names.
async function find(wanted, where) {
  for (const name of files) {
    if (!name.startsWith(where)) continue;
    const text = fs.readFileSync(path.join(dist, name), "utf8");
    const exported = text.slice(text.lastIndexOf("export {"));
    const found = exported.match(new RegExp(`\\b${wanted}(?: as (\\w+))?\\b`));
    if (!found || !text.includes("export {")) continue;
    const module = await import(pathToFileURL(path.join(dist, name)).href);
    return module[found[1] ?? wanted];
  }
  throw new Error(`no ${wanted} in ${where}*`);
}

// What the host logs is not wanted among the answers.
const write = process.stdout.write.bind(process.stdout);
process.stdout.write = () => true;
console.log = console.warn = console.error = () => {};

const prepareStatus = await find("prepareWorkspaceSkillStatus", "status-");
const visibleSkills = await find("loadVisibleSkills", "workspace-skill-loader-");
const buildSnapshot = await find("buildSkillSnapshot", "workspace-skill-prompt-");
const loadConfig = await find("loadConfig", "io.runtime-");
const workspaceDir = await find("resolveAgentWorkspaceDir", "agent-scope-config-");

const environment = { ...process.env };

for await (const line of readline.createInterface({ input: process.stdin })) {
  const question = JSON.parse(line);
  // A configuration may have set variables.
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  process.env.PATH = question.path;
  const answers = {};
  try {
    const config = loadConfig({ skipPluginValidation: true, pin: false });
    for (const agentId of question.agents) {
      const workspace = workspaceDir(config, agentId);
      const { report } = await prepareStatus(workspace, { config, agentId });
      const offered = visibleSkills(workspace, { config, agentId }).map((entry) => entry.skill.name);
      const snapshot = await buildSnapshot(workspace, { config, agentId });
      const format = snapshot.resolvedSkills.length === 0 ? "none" : /when the task matches its ([\w ]+)\./.exec(snapshot.prompt)[1];
      const told = { format, listed: snapshot.resolvedSkills.map((skill) => skill.name) };
      answers[agentId] = { workspaceDir: workspace, agentSkillFilter: report.agentSkillFilter ?? null, skills: report.skills, offered, told };
    }
    write(JSON.stringify({ answers }) + "\n");
  } catch (error) {
    write(JSON.stringify({ error: String(error?.stack ?? error) }) + "\n");
  }
}
