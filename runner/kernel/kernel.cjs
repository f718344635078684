// Runs one piece of JavaScript after the other, as a console does: declarations may be
// made again, await stands anywhere. Commands come from descriptor 3, "ID LENGTH\n" and
// the text; each is answered on descriptor 4 with "ID CODE -\n". A text that ends with a
// source map is told of by the places of what it was made of, such as TypeScript.
{
  const fs = require('node:fs')
  const net = require('node:net')
  const inspector = require('node:inspector')
  const { SourceMap } = require('node:module')
  const { writeSync } = fs
  const bytes = Buffer.from
  const { exit } = process
  const later = setImmediate
  const session = new inspector.Session()
  session.connect()
  const post = session.post.bind(session)
  // What is interrupted in the middle of a write must not stop the stream for ever: these
  // keep nothing.
  const nap = new Int32Array(new SharedArrayBuffer(4))
  const put = (fd, chunk, encoding) => {
    const data = typeof chunk === 'string' ? bytes(chunk, typeof encoding === 'string' ? encoding : 'utf8') : chunk
    for (let at = 0; at < data.length; ) {
      try {
        at += writeSync(fd, data, at)
      } catch (err) {
        if (err.code !== 'EAGAIN') throw err
        Atomics.wait(nap, 0, 0, 1)
      }
    }
  }
  for (const [fd, stream] of [[1, process.stdout], [2, process.stderr]]) {
    stream.write = (chunk, encoding, done) => {
      put(fd, chunk, encoding)
      const call = typeof encoding === 'function' ? encoding : done
      if (typeof call === 'function') process.nextTick(call)
      return true
    }
  }
  const error = (text) => put(2, text)
  let count = 0
  // current is the execution that runs: its id, what interrupts it, and what failed
  // beside it.
  let current = null

  const reply = (id, code) => {
    const text = bytes(`${id} ${code} -\n`)
    try {
      for (let at = 0; at < text.length; ) at += writeSync(4, text, at)
    } catch {
      exit(125)
    }
  }
  // maps are those of the last texts that had one, by name.
  const maps = new Map()
  const marker = '\n//# sourceMappingURL=data:application/json;base64,'
  const mapped = (stack) => stack.replace(/\b(execution-\d+\.ts):(\d+):(\d+)/g, (all, name, line, column) => {
    const map = maps.get(name)
    const at = map && map.findEntry(line - 1, column - 1)
    return at && at.originalLine !== undefined ? `${name}:${at.originalLine + 1}:${at.originalColumn + 1}` : all
  })
  const stackOf = (error, frames) => own(mapped([String(error), ...frames.map((frame) => `    at ${frame}`)].join('\n')))
  // named is the name of a text, and the text without its source map.
  const named = (text) => {
    const at = text.lastIndexOf(marker)
    if (at < 0) return [`execution-${count}.js`, text]
    const name = `execution-${count}.ts`
    try {
      maps.set(name, new SourceMap(JSON.parse(bytes(text.slice(at + marker.length), 'base64').toString())))
      if (maps.size > 200) maps.delete(maps.keys().next().value)
      Error.prepareStackTrace = stackOf
    } catch {
      return [`execution-${count}.js`, text]
    }
    return [name, text.slice(0, at)]
  }
  // own leaves out of a stack what called the code: that is this program.
  const own = (stack) => String(stack).replace(/\n {4}at Session\.post \(node:inspector[^]*$/, '')
  const said = (what) => {
    error(`Uncaught ${own(what && what.stack ? what.stack : what)}\n`)
    if (current) current.failed = true
  }
  process.on('uncaughtException', said)
  process.on('unhandledRejection', said)
  const interrupted = () => {
    if (current) current.interrupt()
  }
  process.on('SIGINT', interrupted)

  // start gives the text to the engine. SIGINT ends what waits; what does not let the
  // engine go is ended with it, by whoever sent SIGINT: an engine whose code was broken
  // off anywhere is not to be relied on.
  const start = (text, name, done) => {
    post('Runtime.evaluate', { expression: `${text}\n//# sourceURL=${name}`, replMode: true, awaitPromise: false, returnByValue: false }, done)
  }
  const release = (result) => {
    if (result && result.objectId) post('Runtime.releaseObject', { objectId: result.objectId }, () => {})
  }

  const execute = (id, text) => {
    count++
    const run = { id, failed: false, interrupt: () => finish(130, 'Uncaught: the execution was interrupted') }
    let over = false
    const finish = (code, message) => {
      if (over) return
      over = true
      if (message) error(message + '\n')
      // What failed beside it is told of first.
      later(() => later(() => {
        current = null
        process.removeAllListeners('SIGINT')
        process.on('SIGINT', interrupted)
        reply(id, code || (run.failed ? 1 : 0) || Number(process.exitCode) & 255 || 0)
        process.exitCode = undefined
        next()
      }))
    }
    const thrown = (details) => {
      const what = details.exception
      finish(1, `Uncaught ${own((what && (what.description || what.value)) || details.text)}`)
      release(what)
    }
    const settled = (err, answer) => {
      if (err) return finish(over ? 0 : 130, 'Uncaught: the execution was interrupted')
      if (answer.exceptionDetails) return thrown(answer.exceptionDetails)
      release(answer.result)
      finish(0)
    }
    current = run
    process.exitCode = undefined
    try {
      const [name, code] = named(text)
      start(code, name, (err, answer) => {
        const pending = !err && !answer.exceptionDetails && answer.result.subtype === 'promise'
        if (!pending) return settled(err, answer)
        post('Runtime.awaitPromise', { promiseObjectId: answer.result.objectId }, (err, value) => {
          release(answer.result)
          settled(err, value || {})
        })
      })
    } catch (err) {
      finish(1, `Uncaught: ${err && err.message}`)
    }
  }

  let have = Buffer.alloc(0)
  const next = () => {
    const end = have.indexOf(10)
    if (current || end < 0) return
    const [id, size] = have.toString('latin1', 0, end).split(' ')
    const from = end + 1
    const to = from + Number(size)
    if (have.length < to) return
    const text = have.toString('utf8', from, to)
    have = bytes(have.subarray(to))
    execute(id, text)
  }
  const commands = new net.Socket({ fd: 3, readable: true, writable: false })
  commands.on('data', (part) => {
    have = Buffer.concat([have, part])
    next()
  })
  commands.on('end', () => exit(0))
  reply('ready', 0)
}
