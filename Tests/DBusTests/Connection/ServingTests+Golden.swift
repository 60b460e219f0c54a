extension ServingTests {
  static let golden = """
    <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN"
     "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">
    <node>
      <interface name="org.example.Echo">
        <method name="Echo">
          <arg name="value" type="v" direction="in"/>
          <arg name="value" type="v" direction="out"/>
        </method>
        <method name="Refuse">
          <arg name="text" type="s" direction="in"/>
        </method>
        <method name="Hold">
          <arg name="number" type="u" direction="in"/>
          <arg name="number" type="u" direction="out"/>
        </method>
        <method name="Drop"/>
        <method name="Nonsense"/>
        <signal name="Ticked">
          <arg name="number" type="u"/>
        </signal>
        <property name="Count" type="u" access="read"/>
        <property name="Title" type="s" access="read"/>
        <property name="Absent" type="s" access="read"/>
      </interface>
      <interface name="org.freedesktop.DBus.Introspectable">
        <method name="Introspect">
          <arg name="xml_data" type="s" direction="out"/>
        </method>
      </interface>
      <interface name="org.freedesktop.DBus.Peer">
        <method name="GetMachineId">
          <arg name="machine_uuid" type="s" direction="out"/>
        </method>
        <method name="Ping"/>
      </interface>
      <interface name="org.freedesktop.DBus.Properties">
        <method name="Get">
          <arg name="interface_name" type="s" direction="in"/>
          <arg name="property_name" type="s" direction="in"/>
          <arg name="value" type="v" direction="out"/>
        </method>
        <method name="GetAll">
          <arg name="interface_name" type="s" direction="in"/>
          <arg name="props" type="a{sv}" direction="out"/>
        </method>
        <method name="Set">
          <arg name="interface_name" type="s" direction="in"/>
          <arg name="property_name" type="s" direction="in"/>
          <arg name="value" type="v" direction="in"/>
        </method>
        <signal name="PropertiesChanged">
          <arg name="interface_name" type="s"/>
          <arg name="changed_properties" type="a{sv}"/>
          <arg name="invalidated_properties" type="as"/>
        </signal>
      </interface>
    </node>

    """
}
