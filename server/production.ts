import { enableCompileCache } from 'node:module'
import path from 'node:path'

/* The site, the demo and the commands for backups, photos and timelines import this first: React and all libraries
   then use their production builds, whatever the shell's NODE_ENV says, and compiled modules are cached between
   starts. */
process.env.NODE_ENV = 'production'
enableCompileCache(path.resolve(import.meta.dirname, '../.cache/compile'))
