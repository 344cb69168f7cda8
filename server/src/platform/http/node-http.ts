/** Not by `import`: that reads every export, one of them a WebSocket, for which Node loads the whole of undici. */
export const http = process.getBuiltinModule('node:http');
