const fs = require('node:fs')
const path = require('node:path')

const folders = (process.env.NODE_PATH || '').split(path.delimiter).filter(Boolean)
for (let dir = process.cwd(); ; dir = path.dirname(dir)) {
  folders.push(path.join(dir, 'node_modules'))
  if (dir === path.dirname(dir)) break
}
folders.push(path.join(path.dirname(process.execPath), '..', 'lib', 'node_modules'))
folders.push('/usr/share/nodejs', '/usr/local/lib/node_modules', '/usr/lib/node_modules')
const packages = {}
for (const name of process.argv.slice(2)) {
  for (const dir of folders) {
    try {
      packages[name] = String(JSON.parse(fs.readFileSync(path.join(dir, name, 'package.json'), 'utf8')).version)
      break
    } catch {
      // It is not there.
    }
  }
}
console.log(JSON.stringify({ version: process.versions.node, packages }))
