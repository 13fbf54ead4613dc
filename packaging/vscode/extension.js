"use strict";

// Starts `go64 --dap` for a launch, and connects to its port for an attach.

const vscode = require("vscode");

const HOST = "127.0.0.1";
const INSTALL = "If go64 is not in your PATH, name it in the setting go64.command.";

class AdapterFactory {
  createDebugAdapterDescriptor(session) {
    const { request, port, cwd } = session.configuration;
    if (request === "attach") {
      return new vscode.DebugAdapterServer(port, HOST);
    }
    const command = vscode.workspace.getConfiguration("go64").get("command") || "go64";
    const folder = cwd || session.workspaceFolder?.uri.fsPath;
    return new vscode.DebugAdapterExecutable(command, ["--dap"], folder ? { cwd: folder } : {});
  }
}

class ErrorTracker {
  onError(error) {
    vscode.window.showErrorMessage(`${error.message}. ${INSTALL}`);
  }
}

function activate(context) {
  context.subscriptions.push(
    vscode.debug.registerDebugAdapterDescriptorFactory("go64", new AdapterFactory()),
    vscode.debug.registerDebugAdapterTrackerFactory("go64", {
      createDebugAdapterTracker: () => new ErrorTracker(),
    }),
  );
}

function deactivate() {}

module.exports = { activate, deactivate };
