/** Who a process is, told so that its death, a reboot and a reused pid can all be recognised later. */
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname, uptime } from 'node:os'

export interface ProcessIdentity {
  pid: number
  /** Host name and, on Linux, pid namespace: pids of another machine or container mean nothing here. */
  machine: string
  /** Linux's boot id, elsewhere empty. */
  boot: string
  /** Start of the process in clock ticks since boot (Linux), elsewhere empty. */
  started: string
  /** Epoch milliseconds at which the identity was taken. */
  at: number
}

/** 'elsewhere': it belongs to another machine or container, so its pid tells nothing. */
export type Presence = 'alive' | 'dead' | 'elsewhere'

export function ownIdentity(): ProcessIdentity {
  return {
    pid: process.pid,
    machine: `${hostname()} ${pidNamespace()}`.trim(),
    boot: bootId(),
    started: startOf(process.pid),
    at: Date.now(),
  }
}

/** Whether the process that `other` describes still runs. */
export function presenceOf(other: ProcessIdentity): Presence {
  if (other.machine !== ownIdentity().machine) return 'elsewhere'
  if (other.boot !== bootId()) return 'dead'
  if (other.boot === '' && other.at < Date.now() - uptime() * 1000) return 'dead'
  if (!runs(other.pid)) return 'dead'
  return startOf(other.pid) === other.started ? 'alive' : 'dead'
}

function runs(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: it runs, as somebody else.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function startOf(pid: number): string {
  const stat = readOrEmpty(`/proc/${pid}/stat`)
  // The command name, in parentheses, may hold spaces and parentheses; field 22 is counted after it.
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
}

function bootId(): string {
  return readOrEmpty('/proc/sys/kernel/random/boot_id').trim()
}

function pidNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid')
  } catch {
    return ''
  }
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
